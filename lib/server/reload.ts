import 'server-only'
import { adoptChanges, reloadMessage, withChanges } from '#contracts/reload'
import { adoptConfig, parseConfig } from './config'
import { causeOf, log } from './log'

/** Takes settings that change while the console runs. One that is wrong changes nothing, and is told. */
export function takeReloads(): void {
  process.on('message', (message) => {
    const parsed = reloadMessage.safeParse(message)
    if (!parsed.success) return
    const names = Object.keys(parsed.data.reload)
    try {
      const config = parseConfig(withChanges(process.env, parsed.data.reload))
      adoptChanges(process.env, parsed.data.reload)
      adoptConfig(config)
      log.level(config.logLevel)
      log.info('settings reloaded', { names })
    } catch (error) {
      log.error('settings not reloaded', { names, message: causeOf(error).message })
    }
  })
}
