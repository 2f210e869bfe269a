import { Button, ConfigProvider, Input, theme } from 'antd'
import { useSyncExternalStore } from 'react'

interface Props {
  scheme: string
  look?: { accent: string; fontSize: number; density: string }
}
type Bus = Record<'$on' | '$off', (type: string, listener: () => void) => void>
const { $wujie } = window as unknown as { $wujie?: { bus: Bus; props: Props } }

function listen(changed: () => void) {
  // The properties are new once everybody has been told.
  const later = () => queueMicrotask(changed)
  $wujie?.bus.$on('context:update', later)
  return () => $wujie?.bus.$off('context:update', later)
}

export default function Form() {
  const props = useSyncExternalStore(listen, () => $wujie?.props)
  const look = props?.look
  const algorithm = props?.scheme === 'dark' ? theme.darkAlgorithm : theme.defaultAlgorithm
  const token = look && { colorPrimary: look.accent, fontSize: look.fontSize }
  return (
    <ConfigProvider theme={{ algorithm, token }} componentSize={look?.density === 'compact' ? 'small' : 'middle'}>
      <h1>Form</h1>
      <Button type="primary">look</Button>
      <Input data-testid="draft" style={{ width: 300 }} />
    </ConfigProvider>
  )
}
