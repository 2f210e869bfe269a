import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { GivenFault } from './fault.mjs'
import { typed } from './paths.mjs'

const standards = {
  PORT: 3000,
  PLATFORM_PORT: 4000,
  EMS_PORT: 4101,
  WMS_PORT: 4102,
  METRICS_PORT: 9464,
  PLATFORM_METRICS_PORT: 9465,
}
const hostOf = (variable) => variable.replace(/^PLATFORM_METRICS/, 'METRICS').replace('PORT', 'HOST')

/** Longer than it takes until a start before this one, which has just been stopped, lets go of its ports. */
const patience = 6_000

/** Refuses, with the variable to change, a port that cannot be listened on; one that is taken is waited for first. */
export async function checkPort(port, host, variable) {
  const since = performance.now()
  let code = await tryListening(port, host)
  if (code === 'EADDRINUSE') console.log(`• Port ${port} is taken; waiting a moment for it …`)
  while (code === 'EADDRINUSE' && performance.now() - since < patience) {
    await sleep(100)
    code = await tryListening(port, host)
  }
  if (code !== undefined) throw explain(code, port, host, variable)
}

/** Why a port cannot be listened on at this moment; nothing when it can. */
export async function portFault(port, host, variable) {
  const code = await tryListening(port, host)
  return code && explain(code, port, host, variable)
}

/** From one that is taken to one that may be free: the next one is by default that of another program of ours. */
const apart = 10

/** From here on Linux takes the ports of outgoing connections, each of which keeps its own for a minute after its end. */
const lent = 32_768

function explain(code, port, host, variable) {
  const hint =
    port < lent
      ? ''
      : ` (where nothing listens there, a connection that goes out has it: choose one below ${lent})`
  const fixes = {
    EADDRINUSE: `Port ${port} is taken by another program. Stop that one, or choose another port: ${variable}=${port + apart} ${typed('start')}${hint}`,
    EACCES: `Port ${port} may not be used by this user. Choose one above 1023: ${variable}=${standards[variable]} ${typed('start')}`,
    EADDRNOTAVAIL: `This machine has no address ${host}. Set ${hostOf(variable)} to one that it has (127.0.0.1, or 0.0.0.0 for all).`,
    ENOTFOUND: `The name ${host} is unknown. Set ${hostOf(variable)} to an address of this machine (127.0.0.1, or 0.0.0.0 for all).`,
  }
  return new GivenFault(
    fixes[code] ?? `Port ${port} on ${host} cannot be used (${code}). Set ${variable} to another one.`,
  )
}

function tryListening(port, host) {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error) => resolve(error.code))
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(undefined)))
  })
}

/**
 * What a start listens at, as port, host and variable: of the console, of the platform, or of both and the demo systems.
 * @param settings of `readSettings`
 */
export function portsOf(settings, part) {
  const { host, port, platformHost, platformPort, emsPort, wmsPort } = settings
  const { embedded, demo, metricsHost, metricsPort, platformMetricsPort } = settings
  const ofConsole = [
    [port, host, 'PORT'],
    [metricsPort, metricsHost, 'METRICS_PORT'],
  ]
  const ofPlatform = [
    [platformPort, platformHost, 'PLATFORM_PORT'],
    [platformMetricsPort, metricsHost, 'PLATFORM_METRICS_PORT'],
  ]
  const ofDemo = [
    [emsPort, '127.0.0.1', 'EMS_PORT'],
    [wmsPort, '127.0.0.1', 'WMS_PORT'],
  ]
  const parts = {
    console: ofConsole,
    platform: ofPlatform,
    all: [...ofConsole, ...(embedded ? ofPlatform : []), ...(demo ? ofDemo : [])],
  }
  return parts[part].filter(([port]) => port !== undefined)
}

/** Refuses, before anything that takes minutes, the ports that a start will need and cannot have. */
export async function checkPorts(settings, part = 'all') {
  for (const [port, host, variable] of portsOf(settings, part)) await checkPort(port, host, variable)
}

/** Below the range that systems take the ports of outgoing connections from, so that none takes one that was found free. */
const [lowest, highest] = [20_000, 32_000]
const given = new Set()

/**
 * Test runners number the processes that run beside each other. Each takes its own part of the range: one port can be free
 * for two of them until the first one listens.
 */
const parts = 8
const part = Number(process.env.TEST_PARALLEL_INDEX ?? process.env.VITEST_POOL_ID ?? -1) + 1
const size = (highest - lowest) / parts
const from = lowest + (part % parts) * size

/** A port that is free now, and that this process was not given before. */
export async function freePort() {
  for (;;) {
    const port = randomInt(from, from + size)
    if (given.has(port) || (await tryListening(port, '127.0.0.1')) !== undefined) continue
    given.add(port)
    return port
  }
}
