import { benchStack } from './bench-stack.mjs'
import { startMinimal } from './minimal.mjs'

/**
 * Runs work with what every bench begins with, the whole of it and the least that there could be, and stops these and what
 * it handed to `keep`, the newest first, also where a later one does not start.
 */
export async function withStack(work) {
  const kept = []
  const keep = (server) => {
    kept.push(server)
    return server
  }
  try {
    return await work({ keep, stack: keep(await benchStack()), minimal: keep(await startMinimal()) })
  } finally {
    for (const server of kept.reverse()) await server.stop()
  }
}
