import { imageTypes, limits } from '#contracts/limits'
import { type EndpointName, endpoints, match } from '#contracts/registry'
import { envelopeOf, whatCame, withSection } from './answer.ts'
import { describe } from './mask.ts'
import type { Probe } from './probe.ts'
import type { RawInput } from './request.ts'
import type { Incoming } from './wire.ts'

const shownTypes = /^image\/(png|jpeg|gif|webp|bmp)\s*(;|$)/i

/** How a picture of each type begins. */
const beginnings: readonly (readonly [type: string, start: Buffer])[] = [
  ['image/png', Buffer.from([0x89, 0x50, 0x4e, 0x47])],
  ['image/jpeg', Buffer.from([0xff, 0xd8, 0xff])],
  ['image/gif', Buffer.from('GIF8')],
  ['image/webp', Buffer.from('RIFF')],
  ['image/bmp', Buffer.from('BM')],
]

/** A picture of one pixel. */
export const smallPicture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** The id in a stored picture's path, where that is one of `image.read`. */
export function pictureId(stored: string): string | undefined {
  return match('GET', stored)?.endpoint === endpoints['image.read'] ? stored.split('/').at(-1) : undefined
}

/** Makes a call whose answer is a picture and looks at its type, its content and its size. Nothing when it is none. */
export async function readPicture(
  probe: Probe,
  name: EndpointName,
  input: RawInput,
): Promise<Buffer | undefined> {
  const came = await probe.send(name, input)
  if (came === undefined) return undefined
  const { incoming, sent } = came
  const tell = (at: string, contract: string, found: string) =>
    probe.findings.difference({ call: name, at, sent, contract: withSection(name, contract), came: found })
  const type = incoming.headers['content-type'] ?? ''
  if (incoming.status !== 200 || envelopeOf(incoming) !== undefined || incoming.body.length === 0) {
    tell('answer', 'the picture itself, with HTTP 200', whatCame(incoming))
    return undefined
  }
  if (!shownTypes.test(type)) {
    tell(
      'content type',
      `a picture’s: ${imageTypes.join(', ')}; the console passes nothing else on`,
      whatCame(incoming),
    )
  } else if (!isOf(incoming, type)) {
    tell('content', `a picture of its content type (${type})`, 'bytes that begin in another way')
  }
  if (incoming.body.length > limits.imageBytes) {
    tell('size', `at most ${limits.imageBytes} bytes`, describe(incoming.body.length))
  }
  return incoming.body
}

function isOf({ body }: Incoming, type: string): boolean {
  const mime = type.split(';')[0]?.trim().toLowerCase()
  return beginnings.some(([known, start]) => known === mime && body.subarray(0, start.length).equals(start))
}
