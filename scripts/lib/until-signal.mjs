import { onOrphaned } from './orphan.mjs'

/** `signal` aborts at the first Ctrl-C or SIGTERM (told once); later ones change nothing, so that the stop is not cut short. */
export function stopRequest() {
  // Whoever read our words may be gone before us; that must not keep the servers from being stopped.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  const controller = new AbortController()
  const stop = () => {
    if (controller.signal.aborted) return
    console.log('\nStopping …')
    controller.abort()
  }
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, stop)
  onOrphaned(stop)
  return controller.signal
}
