/** Milliseconds. */
const every = 1000

interface Log {
  error(event: string): void
  info(event: string): void
}

/**
 * Tells when this process can open no more files and connections, and when it can again: Node closes a connection that comes
 * then without a word, and nobody learns why.
 * @param openOne opens a file and closes it
 */
export function watchOpenFiles(openOne: () => Promise<unknown>, log: Log): void {
  let wasFull = false
  const look = async (): Promise<void> => {
    const isFull = await openOne().then(
      () => false,
      ({ code }: { code?: string }) => code === 'EMFILE' || code === 'ENFILE',
    )
    if (isFull && !wasFull)
      log.error(
        'no more files and connections can be opened, and whoever comes is turned away: raise LimitNOFILE (ulimit -n), or bound the connections of the proxy',
      )
    if (wasFull && !isFull) log.info('files and connections can be opened again')
    wasFull = isFull
  }
  setInterval(look, every).unref()
}
