import 'server-only'
import { format } from 'node:util'
import { type Logger, pino } from 'pino'
import { entryOptions, type LogLevel, logLevels } from '#contracts/log-entry'

type Fields = Readonly<Record<string, unknown>>

// Next bundles the guard, pages and routes apart, each with modules of its own: what they share stands in the process.
const shared = globalThis as typeof globalThis & { consoleLogger?: Logger<LogLevel> }

/** The console's log: one JSON line an entry. Never hand in tokens, passwords or phones. */
export const log = {
  debug: (event: string, fields?: Fields) => logger().debug(fields ?? {}, event),
  info: (event: string, fields?: Fields) => logger().info(fields ?? {}, event),
  warn: (event: string, fields?: Fields) => logger().warn(fields ?? {}, event),
  error: (event: string, fields?: Fields) => logger().error(fields ?? {}, event),
  /** Spares the work for an entry that nobody reads. */
  tells: (level: LogLevel) => logger().isLevelEnabled(level),
  level: (least: LogLevel) => {
    logger().level = least
  },
}

function logger(): Logger<LogLevel> {
  // Not from the configuration, whose faults are told as well.
  shared.consoleLogger ??= makeLogger(logLevels.find((level) => level === process.env.LOG_LEVEL) ?? 'info')
  return shared.consoleLogger
}

/** @param destination standard output, at once, so that a last word is not lost */
export function makeLogger(
  level: LogLevel,
  destination: { write: (line: string) => void } = pino.destination({ sync: true }),
): Logger<LogLevel> {
  return pino(entryOptions(level), destination)
}

/** What may be logged of a failure. */
export function causeOf(error: unknown): Fields {
  if (!(error instanceof Error)) return { message: String(error) }
  const code = 'code' in error ? error.code : undefined
  return { name: error.name, message: error.message, code, stack: error.stack }
}

/** Next and libraries write faults to the standard console, over many lines: from now on they are entries as well. */
export function takeConsole(): void {
  const take =
    (level: 'warn' | 'error') =>
    (...said: unknown[]) => {
      const [first] = said
      if (first instanceof Error) log[level](first.message, { ...causeOf(first), digest: digestOf(first) })
      else log[level](format(...said))
    }
  console.warn = take('warn')
  console.error = take('error')
}

/** By what a page that fails names its fault to the browser. */
export function digestOf(error: unknown): string | undefined {
  return error instanceof Error && 'digest' in error ? String(error.digest) : undefined
}
