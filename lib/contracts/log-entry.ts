/** What the logs of both programs have in common: a JSON line an entry, from a level upwards, without secrets. */

export const logLevels = ['debug', 'info', 'warn', 'error'] as const
export type LogLevel = (typeof logLevels)[number]

const secrets = [
  ...['password', 'passwordHash', 'password_hash', 'oldPassword', 'newPassword', 'credential', 'secret'],
  ...['token', 'access_token', 'authorization', 'cookie', 'set-cookie', 'phone', 'captcha'],
] as const

/** What no entry may bear, should somebody hand it in all the same: by itself, or in what was handed in. */
const redacted: readonly string[] = secrets.flatMap((name) => [`["${name}"]`, `*["${name}"]`])

/** How both programs have pino write. */
export const entryOptions = (level: LogLevel) => ({
  level,
  base: null,
  messageKey: 'event',
  timestamp: () => `,"time":"${new Date().toISOString()}"`,
  formatters: { level: (label: string) => ({ level: label }) },
  redact: { paths: [...redacted], remove: true },
})

/** A request's id, as a proxy or the console gives it. */
export const requestIdForm = /^[\w-]{8,64}$/
