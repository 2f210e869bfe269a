/** Milliseconds that anybody is kept waiting for. */
const longest = 5_000

/** How long a refusal for want of capacity asks to wait, in milliseconds; nothing where an answer is none. */
function pauseOf({ status, headers }: Response): number | undefined {
  if (status !== 429 && status !== 503) return undefined
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  return seconds >= 0 ? Math.min(seconds * 1000, longest) : undefined
}

/** Makes a read, and once more, after that pause, where it is refused for want of capacity. */
export async function readOnceMore(read: () => Promise<Response>): Promise<Response> {
  const answer = await read()
  const pause = pauseOf(answer)
  if (pause === undefined) return answer
  await new Promise((done) => setTimeout(done, pause))
  return read()
}
