import 'server-only'
import { Duplex, pipeline, type Readable } from 'node:stream'
import {
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from 'node:zlib'

/** What browsers decode, by the name that an answer gives it. */
export const decoders = new Map<string, () => Duplex>([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['br', createBrotliDecompress],
  ['zstd', createZstdDecompress],
  ['deflate', () => Duplex.from(inflated)],
])

/** Some servers call by that name what has no head (RFC 1950), which browsers take as well. */
async function* inflated(source: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  const chunks = source[Symbol.asyncIterator]()
  const first = await chunks.next()
  if (first.done) return
  const whole = async function* () {
    yield first.value
    yield* { [Symbol.asyncIterator]: () => chunks }
  }
  const hasHead = ((first.value[0] ?? 0) & 0x0f) === 8
  // What breaks on the way breaks the end.
  yield* pipeline(whole, hasHead ? createInflate() : createInflateRaw(), () => {}) as Readable
}
