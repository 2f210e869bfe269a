interface Paced<Chunk> {
  encode: (chunk: Chunk) => Uint8Array
  /** Milliseconds after which a reader that takes nothing is taken for one that has gone. */
  patience: number
  /** Once it is over, however that comes; more than once does nothing more. */
  leave: () => void
}

/** Chunks as they are asked for: what is behind them ends when nobody reads any more, or nobody has for a while. */
export function pacedStream<Chunk>(
  chunks: AsyncGenerator<Chunk>,
  { encode, patience, leave }: Paced<Chunk>,
): ReadableStream<Uint8Array> {
  let watch: NodeJS.Timeout | undefined
  const end = async () => {
    clearTimeout(watch)
    leave()
    await chunks.return(undefined)
  }
  const waitForReader = (controller: ReadableStreamDefaultController) => {
    watch = setTimeout(() => {
      controller.error(new Error('nobody reads any more'))
      end().catch(() => {})
    }, patience).unref()
  }
  return new ReadableStream(
    {
      start: waitForReader,
      async pull(controller) {
        clearTimeout(watch)
        const { done, value } = await chunks.next()
        if (!done) {
          controller.enqueue(encode(value))
          return waitForReader(controller)
        }
        leave()
        controller.close()
      },
      cancel: end,
    },
    // Nothing is read before it is asked for, so that nothing is left open by an answer that nobody takes.
    { highWaterMark: 0 },
  )
}
