import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'

/** RFC 6455: what both sides put behind the client's key. */
const magic = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'

/** A WebSocket that says every short message again, with a mark. */
export function answerSocket(request: IncomingMessage, socket: Duplex): void {
  const key = createHash('sha1').update(`${request.headers['sec-websocket-key']}${magic}`).digest('base64')
  socket.write(
    [
      'HTTP/1.1 101 Switching Protocols',
      'upgrade: websocket',
      'connection: Upgrade',
      `sec-websocket-accept: ${key}`,
    ]
      .join('\r\n')
      .concat('\r\n\r\n'),
  )
  socket.on('error', () => {})
  // Node leaves it half open: a server that waits for its connections to end would wait for ever.
  socket.on('end', () => socket.end())
  socket.on('data', (frame: Buffer) => {
    const [first = 0, second = 0] = frame
    if ((first & 15) === 8) socket.end(Buffer.from([0x88, 0]))
    if ((first & 15) !== 1) return
    const mask = frame.subarray(2, 6)
    const text = frame.subarray(6, 6 + (second & 127)).map((byte, at) => byte ^ (mask[at % 4] ?? 0))
    const reply = Buffer.concat([Buffer.from('echo '), text])
    socket.write(Buffer.concat([Buffer.from([0x81, reply.length]), reply]))
  })
}
