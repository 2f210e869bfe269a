import { Button, DatePicker, Drawer, Dropdown, Modal, message, Select, Tooltip } from 'antd'
import { useState } from 'react'

const options = [
  { label: 'One', value: '1' },
  { label: 'Two', value: '2' },
]

export default function Overlays() {
  const [dialog, setDialog] = useState(false)
  const [drawer, setDrawer] = useState(false)
  const [api, holder] = message.useMessage()
  return (
    <>
      {holder}
      <h1>Overlays</h1>
      <div style={{ height: '100vh' }} data-testid="sized" />
      <div style={{ position: 'fixed', right: 0, bottom: 0, width: 40, height: 20, background: 'tomato' }} data-testid="pinned" />
      <p><Select options={options} data-testid="select" style={{ width: 200 }} /></p>
      <p data-testid="date"><DatePicker /></p>
      <p><Tooltip title="A tip"><Button data-testid="tooltip">tooltip</Button></Tooltip></p>
      <p><Dropdown trigger={['contextMenu']} menu={{ items: [{ key: '1', label: 'First' }] }}><Button data-testid="menu">menu</Button></Dropdown></p>
      <p><Button data-testid="dialog" onClick={() => setDialog(true)}>dialog</Button></p>
      <p><Button data-testid="drawer" onClick={() => setDrawer(true)}>drawer</Button></p>
      <p><Button data-testid="message" onClick={() => api.info({ content: 'Saved', duration: 0 })}>message</Button></p>
      <Modal title="A dialog" width={300} open={dialog} onCancel={() => setDialog(false)}><Select options={options} data-testid="inner" style={{ width: 200 }} /></Modal>
      <Drawer title="A drawer" size={200} open={drawer} onClose={() => setDrawer(false)}>inside</Drawer>
      <div style={{ height: '100vh' }} />
    </>
  )
}
