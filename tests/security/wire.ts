import { connect } from 'node:net'

/** One HTTP answer as it came over the wire. */
export interface Answer {
  status: number
  /** In their order, names in lower case; a repeated one stands twice. */
  headers: readonly (readonly [name: string, value: string])[]
  body: Buffer
  /** The body, byte for byte as Latin-1: what a leak is looked for in. */
  text: string
}

export interface Speech {
  /** Milliseconds of silence after which the talk is over. */
  patience?: number
  /** The answers bear no body, whatever their headers say: the method was HEAD. */
  head?: boolean
  /** Closes the sending side at once, so that a server that waits for more learns that none comes. */
  hangUp?: boolean
}

/** Sends exactly these bytes to a port of this machine and gives all that was answered until the talk ended. */
export function speak(port: number, bytes: string | Buffer, speech: Speech = {}): Promise<Answer[]> {
  const { patience = 8000, head = false, hangUp = false } = speech
  return new Promise((resolve) => {
    const heard: Buffer[] = []
    const socket = connect(port, '127.0.0.1')
    socket.setTimeout(patience, () => socket.destroy())
    socket.on('data', (chunk) => heard.push(chunk))
    // A server that has heard enough resets the connection: what it said before still counts.
    socket.on('error', () => {})
    socket.on('close', () => resolve(answersIn(Buffer.concat(heard), head)))
    const text = typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes
    if (hangUp) socket.end(text)
    else socket.write(text)
  })
}

export function headerOf(answer: Answer, name: string): string | undefined {
  return answer.headers.find(([known]) => known === name)?.[1]
}

export function headersOf(answer: Answer, name: string): string[] {
  return answer.headers.filter(([known]) => known === name).map(([, value]) => value)
}

function answersIn(heard: Buffer, head: boolean): Answer[] {
  const answers: Answer[] = []
  let rest = heard
  for (let end = rest.indexOf('\r\n\r\n'); end !== -1; end = rest.indexOf('\r\n\r\n')) {
    const [first = '', ...lines] = rest.toString('latin1', 0, end).split('\r\n')
    const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(first)?.[1] ?? Number.NaN)
    const headers = lines.map((line): [string, string] => {
      const [name = '', ...value] = line.split(':')
      return [name.toLowerCase(), value.join(':').trim()]
    })
    const start = end + 4
    // 100 and 103 only announce the answer.
    if (status < 200) {
      rest = rest.subarray(start)
      continue
    }
    const isEmpty = head || status === 204 || status === 304
    const { body, length } = isEmpty ? nothing : bodyIn(rest.subarray(start), new Map(headers))
    answers.push({ status, headers, body, text: body.toString('latin1') })
    rest = rest.subarray(start + length)
  }
  // Bytes that are no answer would be the other half of a split one.
  if (rest.length > 0) answers.push({ status: Number.NaN, headers: [], body: rest, text: String(rest) })
  return answers
}

const nothing = { body: Buffer.alloc(0), length: 0 }

function bodyIn(rest: Buffer, headers: Map<string, string>): { body: Buffer; length: number } {
  if (/chunked/i.test(headers.get('transfer-encoding') ?? '')) return chunksIn(rest)
  const length = Math.min(Number(headers.get('content-length') ?? rest.length), rest.length)
  return { body: rest.subarray(0, length), length }
}

function chunksIn(rest: Buffer): { body: Buffer; length: number } {
  const chunks: Buffer[] = []
  let at = 0
  for (;;) {
    const end = rest.indexOf('\r\n', at)
    const size = end === -1 ? 0 : Number.parseInt(rest.toString('latin1', at, end), 16)
    if (!(size > 0)) return { body: Buffer.concat(chunks), length: end === -1 ? rest.length : end + 4 }
    chunks.push(rest.subarray(end + 2, end + 2 + size))
    at = end + 2 + size + 2
  }
}
