import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { readSecrets } from './settings.mjs'

/** What each program takes while it runs. Everything else takes a start: addresses, ports, the database, cookies' names. */
export const reloadable = {
  console: [
    ...[
      'LOG_LEVEL',
      'TRUSTED_PROXIES',
      'PROBE_NETWORKS',
      'MICRO_APP_ORIGINS',
      'ALARM_SYSTEMS',
      'PRODUCT_NAME',
    ],
    ...['RATE_LIMIT', 'UPSTREAM_TIMEOUT_MS', 'SESSION_SECRET', 'PLATFORM_CLIENT_SECRET'],
  ],
  platform: [
    ...['LOG_LEVEL', 'TRUSTED_PROXIES', 'LOG_RETENTION_DAYS', 'SMS_WEBHOOK_URL', 'PASSWORD_COST'],
    'PLATFORM_CLIENT_SECRET',
  ],
}

/** The settings file that ATRIUM_ENV names; nothing where there is none, or none that can be read. */
function fileOf({ ATRIUM_ENV }) {
  return ATRIUM_ENV && existsSync(ATRIUM_ENV) ? parseEnv(readFileSync(ATRIUM_ENV, 'utf8')) : {}
}

/**
 * Gives the function that reads the settings file and the secrets of DATA_DIR again, and hands each program what has
 * changed for it. What the environment itself says stays, as it does at a start.
 */
export function reloader({ env, settings, secrets, services, say }) {
  let file = fileOf(env)
  const now = { ...env }
  let known = secrets
  const rules = (name, value) => now[name] === undefined || now[name] === value

  function changesOfFile() {
    const next = fileOf(env)
    const names = [...new Set([...Object.keys(file), ...Object.keys(next)])]
    const changes = names.filter((name) => next[name] !== file[name] && rules(name, file[name]))
    file = next
    return Object.fromEntries(changes.map((name) => [name, next[name] ?? null]))
  }

  function changesOfSecrets() {
    const next = readSecrets(settings, now)
    const changes = {
      ...(next.session !== known.session && { SESSION_SECRET: next.session }),
      ...(next.clientSecret !== known.clientSecret && { PLATFORM_CLIENT_SECRET: next.clientSecret }),
    }
    known = next
    return changes
  }

  return () => {
    const changes = changesOfFile()
    for (const [name, value] of Object.entries(changes)) now[name] = value ?? undefined
    Object.assign(changes, changesOfSecrets())
    const names = Object.keys(changes).toSorted()
    if (names.length === 0) return say('No setting has changed.')
    for (const [program, service] of Object.entries(services)) {
      const own = names.filter((name) => reloadable[program].includes(name))
      if (own.length > 0) service.change(Object.fromEntries(own.map((name) => [name, changes[name]])))
    }
    const taken = names.filter((name) => Object.values(reloadable).some((some) => some.includes(name)))
    const left = names.filter((name) => !taken.includes(name))
    if (taken.length > 0) say(`Settings that are taken now: ${taken.join(', ')}.`)
    if (left.length > 0) say(`Settings that take a start: ${left.join(', ')}.`)
  }
}
