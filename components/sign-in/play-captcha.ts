import { CallError, readEnvelope, send } from '#lib/request'

let playing: AudioContext | undefined
/** Milliseconds that a device may take to begin, a wireless one among them. */
const longestStart = 2_000

/**
 * Plays what `path` says of the captcha that is shown; another press begins anew.
 * @param context made in the press itself: sound begins with one only
 * @throws CallError with the platform's message, or where it cannot be played
 */
export async function play(context: AudioContext, path: string, key: string): Promise<void> {
  await stop()
  playing = context
  const response = await send(`${path}?${new URLSearchParams({ key })}`)
  if (!response.headers.get('content-type')?.startsWith('audio/')) {
    const { code, msg } = await readEnvelope(response)
    await stop()
    throw new CallError('refused', code, msg)
  }
  const source = context.createBufferSource()
  try {
    source.buffer = await context.decodeAudioData(await response.arrayBuffer())
  } catch {
    await stop()
    throw new CallError('system')
  }
  source.connect(context.destination)
  source.onended = () => playing === context && stop()
  source.start()
  await Promise.race([context.resume(), new Promise((done) => setTimeout(done, longestStart))])
  if (context.state === 'running' || playing !== context) return
  // Nothing would be heard, and nobody know why.
  await stop()
  throw new CallError('system')
}

/** Nothing of it is heard any more. */
export async function stop(): Promise<void> {
  const context = playing
  playing = undefined
  if (context?.state !== 'closed') await context?.close()
}
