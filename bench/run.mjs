import { ensureBuilt } from '../scripts/lib/build.mjs'
import { ensureChromium } from '../scripts/lib/chromium.mjs'
import { command } from '../scripts/lib/fault.mjs'
import { prepare } from '../scripts/lib/prepare.mjs'

const inBrowser = (bench) => async () => {
  await ensureChromium()
  await bench()
}

const parts = {
  start: async () => (await import('./start.mjs')).benchStart(),
  pages: inBrowser(async () => (await import('./pages.mjs')).benchPages()),
  bff: async () => (await import('./bff.mjs')).benchBff(),
  throughput: async () => (await import('./throughput.mjs')).benchThroughput(),
  timing: async () => (await import('./timing.mjs')).benchTiming(),
  why: async () => (await import('./why.mjs')).benchWhy(),
  scale: async () => (await import('./scale.mjs')).benchScale(),
  files: async () => (await import('./files.mjs')).benchFiles(),
  tree: inBrowser(async () => (await import('./tree.mjs')).benchTree()),
  micro: inBrowser(async () => (await import('./micro.mjs')).benchMicro()),
  upload: async () => (await import('./upload.mjs')).benchUpload(),
  menu: inBrowser(async () => (await import('./menu.mjs')).benchMenu()),
  bulk: inBrowser(async () => (await import('./bulk.mjs')).benchBulk()),
  discovery: inBrowser(async () => (await import('./discovery.mjs')).benchDiscovery()),
  overload: async () => (await import('./overload.mjs')).benchOverload(),
  soak: async () => (await import('./soak.mjs')).benchSoak(),
  faults: async () => (await import('./faults.mjs')).benchFaults(),
  failover: async () => (await import('./failover.mjs')).benchFailover(),
}

command(async () => {
  const code = await prepare({ development: true })
  if (code !== undefined) return code
  await ensureBuilt()
  const chosen = process.argv.slice(2)
  for (const name of chosen.length > 0 ? chosen : Object.keys(parts)) {
    console.log(`\n## ${name}\n`)
    await parts[name]()
  }
  return 0
})
