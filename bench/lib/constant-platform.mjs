import http from 'node:http'

/** Stands before a platform, and answers one of its calls itself: always the same, at once. */
export async function constantPlatform(platformUrl, path, authorization) {
  const response = await fetch(platformUrl + path, { headers: { authorization } })
  const answer = Buffer.from(await response.arrayBuffer())
  const headers = { 'content-type': response.headers.get('content-type'), 'content-length': answer.length }
  const { hostname, port } = new URL(platformUrl)
  const agent = new http.Agent({ keepAlive: true })
  const server = http.createServer((request, reply) => {
    if (request.url === path) return reply.writeHead(200, headers).end(answer)
    const passedOn = http.request(
      { agent, hostname, port, path: request.url, method: request.method, headers: request.headers },
      (came) => {
        reply.writeHead(came.statusCode, came.headers)
        came.pipe(reply)
      },
    )
    passedOn.once('error', () => reply.destroy())
    return request.pipe(passedOn)
  })
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening))
  const stop = () => {
    agent.destroy()
    server.closeAllConnections()
    server.close()
  }
  return { url: `http://127.0.0.1:${server.address().port}`, stop }
}
