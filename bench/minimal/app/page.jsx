import { connection } from 'next/server'

/** The least that a server-rendered list can be: ten rows, no script of its own. */
export default async function Page() {
  await connection()
  const rows = Array.from({ length: 10 }, (_, index) => `person ${index}`)
  return (
    <table>
      <tbody>
        {rows.map((row) => (
          <tr key={row}>
            <td>{row}</td>
            <td>13800000000</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
