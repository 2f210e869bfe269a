import { ensureBuilt } from '../scripts/lib/build.mjs'
import { ensureChromium } from '../scripts/lib/chromium.mjs'
import { command } from '../scripts/lib/fault.mjs'
import { prepare } from '../scripts/lib/prepare.mjs'

const parts = {
  start: async () => (await import('./start.mjs')).benchStart(),
  pages: async () => {
    await ensureChromium()
    await (await import('./pages.mjs')).benchPages()
  },
  bff: async () => (await import('./bff.mjs')).benchBff(),
  timing: async () => (await import('./timing.mjs')).benchTiming(),
  logs: async () => (await import('./logs.mjs')).benchLogs(),
  tree: async () => {
    await ensureChromium()
    await (await import('./tree.mjs')).benchTree()
  },
  micro: async () => {
    await ensureChromium()
    await (await import('./micro.mjs')).benchMicro()
  },
  upload: async () => (await import('./upload.mjs')).benchUpload(),
  menu: async () => {
    await ensureChromium()
    await (await import('./menu.mjs')).benchMenu()
  },
  discovery: async () => {
    await ensureChromium()
    await (await import('./discovery.mjs')).benchDiscovery()
  },
  overload: async () => (await import('./overload.mjs')).benchOverload(),
  faults: async () => (await import('./faults.mjs')).benchFaults(),
  failover: async () => (await import('./failover.mjs')).benchFailover(),
}

command(async () => {
  const code = await prepare()
  if (code !== undefined) return code
  await ensureBuilt()
  const chosen = process.argv.slice(2)
  for (const name of chosen.length > 0 ? chosen : Object.keys(parts)) {
    console.log(`\n## ${name}\n`)
    await parts[name]()
  }
  return 0
})
