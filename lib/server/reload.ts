import 'server-only'
import { takeReload } from '#contracts/reload'
import { adoptConfig, parseConfig } from './config'
import { log } from './log'

/** Takes settings that change while the console runs, and says whether it did. One that is wrong changes nothing. */
export function takeReloads(): void {
  process.on('message', (message) => {
    const reloaded = takeReload(message, process.env, (next) => {
      const config = parseConfig(next)
      adoptConfig(config)
      log.level(config.logLevel)
    })
    if (reloaded === undefined) return
    const { names, fault, answer } = reloaded
    if (fault !== undefined) log.error('settings not reloaded', { names, message: fault })
    else if (names.length > 0) log.info('settings reloaded', { names })
    process.send?.(answer)
  })
}
