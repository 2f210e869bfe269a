import { Admin, Datagrid, List, Pagination, Resource, TextField } from 'react-admin'
import { createRoot } from 'react-dom/client'

/** The leanest list of the peer: five columns of accounts, a page at a time, behind a sign-in. */
const dataProvider = {
  async getList(_, { pagination: { page, perPage } }) {
    const answer = await fetch(`/api/accounts?page=${page}&limit=${perPage}`)
    return answer.json()
  },
}
const isIn = () => document.cookie.includes('in=1')
const authProvider = {
  login: async () => {},
  logout: async () => {},
  checkAuth: () => (isIn() ? Promise.resolve() : Promise.reject()),
  checkError: async () => {},
  getPermissions: async () => {},
}

const Accounts = () => (
  <List perPage={10} exporter={false} pagination={<Pagination rowsPerPageOptions={[10, 20, 30]} />}>
    <Datagrid bulkActionButtons={false}>
      <TextField source="account" />
      <TextField source="name" />
      <TextField source="phone" />
      <TextField source="organization" />
      <TextField source="enabled" />
    </Datagrid>
  </List>
)

createRoot(document.getElementById('root')).render(
  <Admin dataProvider={dataProvider} authProvider={authProvider} disableTelemetry>
    <Resource name="accounts" list={Accounts} />
  </Admin>,
)
