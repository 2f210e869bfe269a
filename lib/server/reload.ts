import 'server-only'
import { hearReloads } from '#contracts/reload'
import { adoptConfig, parseConfig } from './config'
import { log } from './log'

/** Takes settings that change while the console runs. One that is wrong changes nothing. */
export function takeReloads(): void {
  hearReloads(log, (next) => {
    const config = parseConfig(next)
    adoptConfig(config)
    log.level(config.logLevel)
  })
}
