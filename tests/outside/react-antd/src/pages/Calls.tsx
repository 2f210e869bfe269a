import { Button, Upload } from 'antd'
import { useState } from 'react'
import logo from '../assets/vite.svg'
import { callAll } from '../calls'

const api = '/api/reactantd'

export default function Calls() {
  const [lines, setLines] = useState<string[]>([])
  const tell = (line: string) => setLines((before) => [...before, line])
  return (
    <>
      <h1>Calls</h1>
      <img data-testid="bundled" src={logo} width="20" height="20" alt="" />
      <img data-testid="public" src="./favicon.svg" width="20" height="20" alt="" />
      <img data-testid="picture" src={`${api}/picture.png`} alt="" />
      <a data-testid="download" href={`${api}/table.csv`} download="table.csv">table</a>
      <video data-testid="film" src={`${api}/sound.wav`} muted />
      <Button data-testid="open" onClick={() => window.open(`${api}/report.pdf`)}>report</Button>
      <Upload action={`${api}/upload`} onChange={({ file }) => file.status !== 'uploading' && tell(`upload ${file.status} ${JSON.stringify(file.response)}`)}>
        <Button data-testid="upload">upload</Button>
      </Upload>
      <Button data-testid="run" onClick={() => callAll(api, tell).then(() => tell('done'))}>run</Button>
      <ol data-testid="lines">{lines.map((line) => <li key={line}>{line}</li>)}</ol>
    </>
  )
}
