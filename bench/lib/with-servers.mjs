/** Runs work with servers, and stops those that it handed to `keep`, the newest first, also where a later one does not start. */
export async function withServers(work) {
  const kept = []
  const keep = (server) => {
    kept.push(server)
    return server
  }
  try {
    return await work(keep)
  } finally {
    for (const server of kept.reverse()) await server.stop()
  }
}
