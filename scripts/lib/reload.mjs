import { findEnvFile, parseEnvFile } from './env-file.mjs'
import { Fault } from './fault.mjs'
import { readSecrets, readSettings } from './settings.mjs'
import { requireKnown } from './variables.mjs'

/** What each program takes while it runs. Everything else takes a start: addresses, ports, the database, cookies' names. */
export const reloadable = {
  console: [
    ...[
      'LOG_LEVEL',
      'TRUSTED_PROXIES',
      'PROBE_NETWORKS',
      'MICRO_APP_ORIGINS',
      'STANDALONE_ORIGIN',
      'ALARM_SYSTEMS',
      'PRODUCT_NAME',
    ],
    ...['RATE_LIMIT', 'CONSOLES', 'UPSTREAM_TIMEOUT_MS', 'SESSION_SECRET', 'PLATFORM_CLIENT_SECRET'],
  ],
  platform: [
    ...['LOG_LEVEL', 'TRUSTED_PROXIES', 'LOG_RETENTION_DAYS', 'SMS_WEBHOOK_URL', 'PASSWORD_COST'],
    'PLATFORM_CLIENT_SECRET',
  ],
}

/** The platform first: it takes several secrets of the console, which says one. */
const order = ['platform', 'console']

/**
 * Gives the function that reads the settings file and the secrets of DATA_DIR again, and hands each program what has
 * changed for it: all of them take theirs, or none does. What the environment itself says stays, as it does at a start.
 * @param envFile as `readEnvFile` gave it when `env` was made
 */
export function reloader({ env, envFile, settings, secrets, services, say }) {
  let fromFile = new Set(envFile?.taken)
  let now = { ...env }
  let known = secrets

  const reread = () => {
    const path = envFile?.path ?? findEnvFile(env)
    return path === undefined ? undefined : { path, said: parseEnvFile(path) }
  }

  /** Names that have another value in `next` than they have now, with that value; null for none. */
  function changesTo(next, nextSecrets, names) {
    const changed = names.filter((name) => next[name] !== now[name])
    const changes = Object.fromEntries(changed.map((name) => [name, next[name] ?? null]))
    // A start fills in what is missing here.
    const origins = (given) =>
      readSettings({ ...now, MICRO_APP_ORIGINS: given.MICRO_APP_ORIGINS }).microAppOrigins
    if ('MICRO_APP_ORIGINS' in changes) changes.MICRO_APP_ORIGINS = origins(next) || null
    if (nextSecrets.session !== known.session) changes.SESSION_SECRET = nextSecrets.session
    if (nextSecrets.clientSecret !== known.clientSecret)
      changes.PLATFORM_CLIENT_SECRET = nextSecrets.clientSecret
    if (nextSecrets.audit !== known.audit) changes.AUDIT_KEY = nextSecrets.audit
    const before = {
      ...now,
      MICRO_APP_ORIGINS: origins(now),
      SESSION_SECRET: known.session,
      PLATFORM_CLIENT_SECRET: known.clientSecret,
    }
    return { changes, before }
  }

  return async () => {
    const given = reread()
    // What would keep the next start from succeeding is told now.
    requireKnown(given)
    const nextFile = given?.said ?? {}
    const names = [...new Set([...fromFile, ...Object.keys(nextFile)])].filter(
      (name) => now[name] === undefined || fromFile.has(name),
    )
    const next = { ...now }
    for (const name of names) next[name] = nextFile[name]
    readSettings(next)
    const nextSecrets = readSecrets(settings, next)
    const { changes, before } = changesTo(next, nextSecrets, names)
    await handOut(services, changes, before)
    // What takes a start is as it was until then: the next reload tells it again, unless it is put back.
    for (const name of Object.keys(changes).filter((changed) => !isTaken(changed))) next[name] = now[name]
    now = next
    fromFile = new Set(names.filter((name) => now[name] !== undefined))
    known = { ...nextSecrets, audit: known.audit }
    tell(Object.keys(changes).toSorted(), say)
  }
}

/** Asks each program to take what is its own. When one does not, those before it get back what they had. */
async function handOut(services, changes, before) {
  const parts = order
    .filter((program) => services[program] !== undefined)
    .map((program) => ({
      service: services[program],
      own: Object.keys(changes).filter((name) => reloadable[program].includes(name)),
    }))
    .filter(({ own }) => own.length > 0)
  const valuesOf = (own, from) => Object.fromEntries(own.map((name) => [name, from[name] ?? null]))
  const asked = []
  try {
    for (const { service, own } of parts) {
      asked.push({ service, own })
      await service.change(valuesOf(own, changes))
    }
  } catch (fault) {
    // The one that did not answer may have taken them, or be about to.
    await Promise.all(asked.map(({ service, own }) => service.takeBack(valuesOf(own, before))))
    throw fault instanceof Fault ? fault : new Fault(String(fault))
  }
}

const isTaken = (name) => Object.values(reloadable).some((some) => some.includes(name))

function tell(names, say) {
  if (names.length === 0) return say('No setting has changed.')
  const taken = names.filter(isTaken)
  const left = names.filter((name) => !isTaken(name))
  if (taken.length > 0) say(`Settings that are taken now: ${taken.join(', ')}.`)
  if (left.length > 0) say(`Settings that take a start: ${left.join(', ')}.`)
}
