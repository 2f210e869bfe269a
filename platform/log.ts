/** One JSON line an entry. Never hand in tokens, password hashes or phones. */
export interface Log {
  debug(event: string, fields?: Fields): void
  info(event: string, fields?: Fields): void
  warn(event: string, fields?: Fields): void
  error(event: string, fields?: Fields): void
}
type Fields = Readonly<Record<string, unknown>>

export const logLevels = ['debug', 'info', 'warn', 'error'] as const
export type LogLevel = (typeof logLevels)[number]

/** Writes entries from `least` upwards through `write`, which gets whole lines. */
export function jsonLog(
  least: LogLevel,
  write: (line: string) => void = (line) => process.stdout.write(line),
): Log {
  const entry = (level: LogLevel) => (event: string, fields?: Fields) => {
    if (logLevels.indexOf(level) < logLevels.indexOf(least)) return
    write(`${JSON.stringify({ time: new Date().toISOString(), level, event, ...fields })}\n`)
  }
  return { debug: entry('debug'), info: entry('info'), warn: entry('warn'), error: entry('error') }
}

/** What may be logged of a failure: not a database's `detail` or `parameters`, which carry the data itself. */
export function causeOf(error: unknown): Fields {
  if (!(error instanceof Error)) return { message: String(error) }
  const code = 'code' in error ? error.code : undefined
  const constraint = 'constraint' in error ? error.constraint : undefined
  return { name: error.name, message: error.message, code, constraint, stack: error.stack }
}
