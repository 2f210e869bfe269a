/** Aborts when somebody stops the command, which would otherwise end at once, without a word, and leave half of what it makes. */
export function stopSignal() {
  const controller = new AbortController()
  const stop = () => controller.abort()
  const names = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  for (const name of names) process.on(name, stop)
  return {
    signal: controller.signal,
    forget: () => {
      for (const name of names) process.off(name, stop)
    },
  }
}
