import type { Readable } from 'node:stream'

/** Of an answer either all, or its start and what is still to come behind it: where it is longer than `most` bytes. */
export async function beginningOf(
  body: Readable,
  most: number,
): Promise<{ start: Buffer; rest?: AsyncIterable<Buffer> }> {
  const chunks: Buffer[] = []
  let size = 0
  const iterator: AsyncIterableIterator<Buffer> = body.iterator({ destroyOnReturn: false })
  for (;;) {
    const { done, value } = await iterator.next()
    if (done) return { start: Buffer.concat(chunks) }
    chunks.push(value)
    size += value.length
    if (size > most) return { start: Buffer.concat(chunks), rest: iterator }
  }
}

export async function* joined(start: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield start
  yield* rest
}
