import { pino } from 'pino'
import { entryOptions, type LogLevel } from '#contracts/log-entry'

/** One JSON line an entry. Never hand in tokens, password hashes or phones. */
export interface Log {
  debug(event: string, fields?: Fields): void
  info(event: string, fields?: Fields): void
  warn(event: string, fields?: Fields): void
  error(event: string, fields?: Fields): void
  /** Whatever the level: for what somebody needs, and is told nowhere else. */
  always(event: string, fields?: Fields): void
  /** Changes from which level on entries are written. */
  setLevel(least: LogLevel): void
}
type Fields = Readonly<Record<string, unknown>>

/** Writes entries from `least` upwards, a JSON line each, to `destination`; at once, so that a last word is not lost. */
export function jsonLog(
  least: LogLevel,
  destination: { write: (line: string) => void } = pino.destination({ sync: true }),
): Log {
  const logger = pino(entryOptions(least), destination)
  const entry = (level: LogLevel) => (event: string, fields?: Fields) => logger[level](fields ?? {}, event)
  const unsilenced = logger.child({}, { level: 'info' })
  const always = (event: string, fields?: Fields) => unsilenced.info(fields ?? {}, event)
  const setLevel = (least: LogLevel) => {
    logger.level = least
  }
  const [debug, info] = [entry('debug'), entry('info')]
  return { debug, info, warn: entry('warn'), error: entry('error'), always, setLevel }
}

/** What may be logged of a failure: not a database's `detail` or `parameters`, which carry the data itself. */
export function causeOf(error: unknown): Fields {
  if (!(error instanceof Error)) return { message: String(error) }
  const code = 'code' in error ? error.code : undefined
  const constraint = 'constraint' in error ? error.constraint : undefined
  return { name: error.name, message: error.message, code, constraint, stack: error.stack }
}
