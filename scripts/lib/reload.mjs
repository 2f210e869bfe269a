import { parseEnvFile } from './env-file.mjs'
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

/** The settings file that ATRIUM_ENV names. @throws Fault for one that is not there or cannot be read */
const fileOf = ({ ATRIUM_ENV }) => (ATRIUM_ENV ? parseEnvFile(ATRIUM_ENV) : {})

/**
 * Gives the function that reads the settings file and the secrets of DATA_DIR again, and hands each program what has
 * changed for it. What the environment itself says stays, as it does at a start.
 */
export function reloader({ env, settings, secrets, services, say }) {
  let file = fileOf(env)
  const now = { ...env }
  let known = secrets
  const rules = (name, value) => now[name] === undefined || now[name] === value

  function changesOfFile(next) {
    const names = [...new Set([...Object.keys(file), ...Object.keys(next)])]
    const changes = names.filter((name) => next[name] !== file[name] && rules(name, file[name]))
    return Object.fromEntries(changes.map((name) => [name, next[name] ?? null]))
  }

  function changesOfSecrets(next) {
    return {
      ...(next.session !== known.session && { SESSION_SECRET: next.session }),
      ...(next.clientSecret !== known.clientSecret && { PLATFORM_CLIENT_SECRET: next.clientSecret }),
    }
  }

  return () => {
    const nextFile = fileOf(env)
    const changes = changesOfFile(nextFile)
    const next = { ...now }
    for (const [name, value] of Object.entries(changes)) next[name] = value ?? undefined
    const nextSecrets = readSecrets(settings, next)
    Object.assign(changes, changesOfSecrets(nextSecrets))
    // Nothing before this, which may all throw, has changed anything.
    Object.assign(now, next)
    file = nextFile
    known = nextSecrets
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

/** SIGUSR2, not SIGHUP, which a terminal that is closed sends. A file that cannot be read, or a secret that is none, changes nothing. */
export function onReloadSignal(reload) {
  if (process.platform === 'win32') return
  process.on('SIGUSR2', () => {
    try {
      reload()
    } catch (fault) {
      console.log(`✖ ${fault.message}\nNothing was changed.`)
    }
  })
}
