import { ensureBuilt } from './lib/build.mjs'
import { startCluster } from './lib/cluster/cluster.mjs'
import { clusterPrograms } from './lib/cluster/packages.mjs'
import { command } from './lib/fault.mjs'
import { checkPort } from './lib/ports.mjs'
import { prepare } from './lib/prepare.mjs'
import { demoAccounts } from './lib/settings.mjs'
import { elapsed } from './lib/steps.mjs'
import { stopRequest } from './lib/until-signal.mjs'

/** `npm run cluster`: what docs/operate/cluster.md describes, on this one machine, for trying. */
command(async () => {
  const code = await prepare()
  if (code !== undefined) return code
  // What is missing is told now, not after the build.
  clusterPrograms()
  const port = process.env.PORT ? Number(process.env.PORT) : undefined
  if (port) await checkPort(port, '127.0.0.1', 'PORT')
  await ensureBuilt({ demo: true })
  const stopping = stopRequest()
  let died
  const death = new Promise((resolve) => {
    died = resolve
  })
  const verbose = process.env.LOG_LEVEL === 'debug'
  let cluster
  try {
    cluster = await startCluster({
      port,
      signal: stopping,
      onDeath: died,
      say: (sentence) => console.log(`• ${sentence}`),
      onLine: (name, line) => {
        if (verbose) console.log(`${name.padEnd(10)} │ ${line}`)
      },
    })
  } catch (error) {
    if (stopping.aborted) return 0
    throw error
  }
  console.log(greeting(cluster))
  const fault = await Promise.race([
    death,
    new Promise((resolve) => stopping.addEventListener('abort', () => resolve(undefined))),
  ])
  await cluster.stop()
  if (fault) throw fault
  console.log('Stopped.')
  return 0
})

function greeting({ url, folder, databases, platforms, consoles }) {
  const place = ({ name, settings }, at) =>
    `  ${name} ${'ab'[at]}: process ${name === 'platform' ? platforms[at].pid : consoles[at].pid}, port ${name === 'platform' ? settings.platformPort : settings.port}`
  return [
    '',
    `The cluster is ready (${elapsed()}):  ${url}`,
    '',
    ...platforms.map(place),
    ...consoles.map(place),
    ...databases.map(({ name, pid, port }) => `  ${name}: process ${pid}, PostgreSQL at port ${port}`),
    `  all of its files: ${folder}`,
    '',
    demoAccounts,
    'Kill any of these processes (kill -9), and see what people see.',
    '',
    'Ctrl-C stops it, and removes its folder.',
  ].join('\n')
}
