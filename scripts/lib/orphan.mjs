/**
 * Calls back once when the npm that ran this command is gone. npm hands a SIGTERM to its shell, which dies of it
 * without telling us. Started without npm, a parent's end means nothing (nohup, a closed terminal).
 * @returns what ends the watching
 */
export function onOrphaned(callback) {
  if (!process.env.npm_lifecycle_event) return () => {}
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    callback()
  }, 300)
  timer.unref()
  return () => clearInterval(timer)
}
