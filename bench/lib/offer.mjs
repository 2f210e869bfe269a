import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { quantile } from './figures.mjs'

/** More than this many open requests are never made: a server that does not answer must not take this machine down. */
const mostOpen = 4000
/** Milliseconds after which somebody has gone. */
const patience = 10_000

/**
 * Asks at a steady rate, one call of `calls` after the other, whatever comes back, as people do who know nothing of each other. Runs in a process of its own
 * and prints what came of it, as JSON.
 */
async function offer({ url, calls = [{ url }], cookie, rate, seconds }) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: mostOpen })
  const told = { accepted: [], refused: [], failed: 0, unasked: 0 }
  let open = 0
  const ask = (call) => {
    if (open >= mostOpen) {
      told.unasked += 1
      return undefined
    }
    open += 1
    const since = performance.now()
    return new Promise((resolve) => {
      const request = requestOf(call, { cookie }, agent, (response) => {
        response.resume()
        response.once('close', () => {
          const took = performance.now() - since
          const { statusCode: status } = response
          if (!response.complete) told.failed += 1
          else if (status === 200) told.accepted.push(took)
          else if (status === 503 || status === 429) told.refused.push(took)
          else told.failed += 1
          resolve()
        })
      })
      request.end()
      request.setTimeout(patience, () => request.destroy())
      request.once('error', () => {
        told.failed += 1
        resolve()
      })
    }).finally(() => {
      open -= 1
    })
  }
  const asked = []
  const begun = performance.now()
  for (let made = 0; performance.now() - begun < seconds * 1000; await sleep(5)) {
    const due = Math.floor(((performance.now() - begun) / 1000) * rate)
    for (; made < due; made += 1) asked.push(ask(calls[made % calls.length]))
  }
  await Promise.all(asked)
  const p95 = (values) => (values.length === 0 ? null : quantile(values, 0.95))
  agent.destroy()
  return {
    accepted: told.accepted.length / seconds,
    acceptedP95: p95(told.accepted),
    refused: told.refused.length / seconds,
    refusedP95: p95(told.refused),
    failed: told.failed / seconds,
    unasked: told.unasked / seconds,
  }
}

/** So many callers at once, each asking again when it has its answer: what there is capacity for. */
async function saturate({ url, calls = [{ url }], cookie, authorization, callers, seconds }) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: callers })
  let done = 0
  let made = 0
  const until = performance.now() + seconds * 1000
  const caller = async () => {
    while (performance.now() < until) {
      const ok = await new Promise((resolve) => {
        const call = calls[made++ % calls.length]
        requestOf(call, { cookie, authorization }, agent, (response) => {
          response.resume().once('close', () => resolve(response.statusCode === 200))
        })
          .once('error', () => resolve(false))
          .end()
      })
      if (ok) done += 1
    }
  }
  await Promise.all(Array.from({ length: callers }, caller))
  agent.destroy()
  return { rate: done / seconds }
}

function requestOf({ url, method = 'GET' }, own, agent, onResponse) {
  const { origin, pathname } = new URL(url)
  // As the console's pages call, and as browsers come to a page.
  const given = Object.entries({ ...(pathname.startsWith('/api/') && { 'x-console': '1', origin }), ...own })
  const headers = Object.fromEntries(given.filter(([, value]) => value !== undefined))
  return http.request(url, { method, agent, headers }, onResponse)
}

const asked = JSON.parse(process.argv[2])
console.log(JSON.stringify(asked.callers ? await saturate(asked) : await offer(asked)))
