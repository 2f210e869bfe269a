import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Fault } from './fault.mjs'
import { typed } from './paths.mjs'

const standards = { PORT: 3000, PLATFORM_PORT: 4000, EMS_PORT: 4101, WMS_PORT: 4102 }

/** Longer than it takes until a start before this one, which has just been stopped, lets go of its ports. */
const patience = 6_000

/** Refuses, with the variable to change, a port that cannot be listened on; one that is taken is waited for first. */
export async function checkPort(port, host, variable) {
  const since = Date.now()
  let code = await tryListening(port, host)
  if (code === 'EADDRINUSE') console.log(`• Port ${port} is taken; waiting a moment for it …`)
  while (code === 'EADDRINUSE' && Date.now() - since < patience) {
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

function explain(code, port, host, variable) {
  const fixes = {
    EADDRINUSE: `Port ${port} is taken by another program. Stop that one, or choose another port: ${variable}=${port + 1} ${typed('start')}`,
    EACCES: `Port ${port} may not be used by this user. Choose one above 1023: ${variable}=${standards[variable]} ${typed('start')}`,
    EADDRNOTAVAIL: `This machine has no address ${host}. Set ${variable.replace('PORT', 'HOST')} to one that it has (127.0.0.1, or 0.0.0.0 for all).`,
    ENOTFOUND: `The name ${host} is unknown. Set ${variable.replace('PORT', 'HOST')} to an address of this machine (127.0.0.1, or 0.0.0.0 for all).`,
  }
  return new Fault(
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

/** Refuses, before anything that takes minutes, the ports that a start will need and cannot have. */
export async function checkPorts({
  port,
  host,
  embedded,
  platformHost,
  platformPort,
  demo,
  emsPort,
  wmsPort,
}) {
  await checkPort(port, host, 'PORT')
  if (embedded) await checkPort(platformPort, platformHost, 'PLATFORM_PORT')
  if (!demo) return
  await checkPort(emsPort, '127.0.0.1', 'EMS_PORT')
  await checkPort(wmsPort, '127.0.0.1', 'WMS_PORT')
}

/** Below the range that systems take the ports of outgoing connections from, so that none takes one that was found free. */
const [lowest, highest] = [20_000, 32_000]
const given = new Set()

/** A port that is free now, and that this process was not given before. */
export async function freePort() {
  for (;;) {
    const port = randomInt(lowest, highest)
    if (given.has(port) || (await tryListening(port, '127.0.0.1')) !== undefined) continue
    given.add(port)
    return port
  }
}
