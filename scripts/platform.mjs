import { command } from './lib/fault.mjs'
import { checkPort } from './lib/ports.mjs'
import { prepare } from './lib/prepare.mjs'
import { servePlatform } from './lib/serve-platform.mjs'
import { readSettings } from './lib/settings.mjs'

command(async () => {
  const { platformPort, platformHost } = readSettings({ ...process.env, PLATFORM_URL: '' })
  await checkPort(platformPort, platformHost, 'PLATFORM_PORT')
  return (await prepare()) ?? servePlatform()
})
