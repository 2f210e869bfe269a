import { CallError, readEnvelope, send } from '#lib/request'

let playing: AudioContext | undefined
/** Milliseconds that a device may take to begin, a wireless one among them. */
const longestStart = 2_000

/**
 * Plays what `path` says of the captcha that is shown; another press begins anew, and the one before it ends silently.
 * @param context made in the press itself: sound begins with one only
 * @throws CallError with the platform's message, or where it cannot be played
 */
export async function play(context: AudioContext, path: string, key: string): Promise<void> {
  const earlier = playing
  playing = context
  await close(earlier)
  try {
    await begin(context, path, key)
  } catch (error) {
    // What was stopped meanwhile fails in one way or another, and has nothing to tell.
    if (playing !== context) return
    await stop()
    throw error
  }
}

async function begin(context: AudioContext, path: string, key: string) {
  const response = await send(`${path}?${new URLSearchParams({ key })}`)
  if (!response.headers.get('content-type')?.startsWith('audio/')) {
    const { code, msg } = await readEnvelope(response)
    throw new CallError('refused', code, msg)
  }
  const source = context.createBufferSource()
  try {
    source.buffer = await context.decodeAudioData(await response.arrayBuffer())
  } catch {
    throw new CallError('system')
  }
  source.connect(context.destination)
  source.onended = () => playing === context && stop()
  source.start()
  await Promise.race([context.resume(), new Promise((done) => setTimeout(done, longestStart))])
  // Nothing would be heard, and nobody know why.
  if (context.state !== 'running') throw new CallError('system')
}

/** Nothing of it is heard any more. */
export async function stop(): Promise<void> {
  const context = playing
  playing = undefined
  await close(context)
}

async function close(context: AudioContext | undefined) {
  if (context?.state !== 'closed') await context?.close()
}
