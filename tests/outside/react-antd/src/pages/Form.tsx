import { Input } from 'antd'

export default function Form() {
  return (
    <>
      <h1>Form</h1>
      <Input data-testid="draft" style={{ width: 300 }} />
    </>
  )
}
