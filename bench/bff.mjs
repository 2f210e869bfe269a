import http from 'node:http'
import { benchStack, platformToken, signIn } from './lib/bench-stack.mjs'
import { median, quantile, table } from './lib/figures.mjs'

const rounds = 1500
const warmUp = 300
const path = '/sys/user/page/list?page=1&limit=10'

/** One call at a time, in turns: directly to the platform, and through the console. */
export async function benchBff() {
  const stack = await benchStack()
  try {
    const direct = await directCall(stack)
    const cookie = await signIn(stack.url)
    const through = caller(stack.url, `/api${path}`, { 'x-console': '1', cookie })
    const times = { direct: [], through: [] }
    for (let round = 0; round < warmUp + rounds; round += 1) {
      for (const [name, call] of [
        ['direct', direct],
        ['through', through],
      ]) {
        const taken = await call()
        if (round >= warmUp) times[name].push(taken)
      }
    }
    const added = times.through.map((value, index) => value - times.direct[index])
    const row = (name, values) => [name, median(values).toFixed(2), quantile(values, 0.95).toFixed(2)]
    console.log(
      table(
        [`account list, ${rounds} calls each, ms`, 'median', 'p95'],
        [
          row('directly', times.direct),
          row('through the console', times.through),
          row('added, call by call', added),
        ],
      ),
    )
  } finally {
    await stack.stop()
  }
}

async function directCall(stack) {
  return caller(stack.platformUrl, path, { authorization: `Bearer ${await platformToken(stack)}` })
}

function caller(url, target, headers) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  const { hostname, port } = new URL(url)
  return () =>
    new Promise((resolve, reject) => {
      const begun = performance.now()
      const request = http.get({ agent, hostname, port, path: target, headers }, (response) => {
        response.resume()
        response.on('end', () =>
          response.statusCode === 200
            ? resolve(performance.now() - begun)
            : reject(new Error(String(response.statusCode))),
        )
      })
      request.on('error', reject)
    })
}
