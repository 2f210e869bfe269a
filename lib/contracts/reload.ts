import * as z from 'zod/mini'

/** What whoever started a program asks of it while it runs: to take settings that have another value now, or none (null). */
const reloadMessage = z.object({
  reload: z.record(z.string(), z.nullable(z.string())),
  /** Names the question in the answer. */
  asked: z.number(),
})
type Tell = (event: string, fields: Readonly<Record<string, unknown>>) => void
type Settings = Record<string, string | undefined>

interface Reloaded {
  /** The settings that it is about; none where they were so already. */
  names: string[]
  /** Why they were not taken. */
  fault?: string
  /** For whoever asked. */
  answer: { reloaded: number; fault?: string }
}

/**
 * Takes settings that change while this process runs, by `adopt`, which throws where one is wrong and has changed nothing
 * then; logs that, and answers whoever asked.
 */
export function hearReloads(log: { info: Tell; error: Tell }, adopt: (next: Settings) => void): void {
  process.on('message', (message) => {
    const reloaded = takeReload(message, process.env, adopt)
    if (reloaded === undefined) return
    const { names, fault, answer } = reloaded
    if (fault !== undefined) log.error('settings not reloaded', { names, message: fault })
    else if (names.length > 0) log.info('settings reloaded', { names })
    process.send?.(answer)
  })
}

/**
 * Takes settings that a message brings, whole or not at all.
 * @param settings those of this process, which are changed when the new ones are taken
 * @param adopt takes them, or throws and has changed nothing
 * @returns nothing for any other message
 */
function takeReload(
  message: unknown,
  settings: Settings,
  adopt: (next: Settings) => void,
): Reloaded | undefined {
  const parsed = reloadMessage.safeParse(message)
  if (!parsed.success) return undefined
  const { reload, asked } = parsed.data
  const changed = Object.entries(reload).filter(([name, value]) => (settings[name] ?? null) !== value)
  const names = changed.map(([name]) => name)
  const given = changed.map(([name, value]) => [name, value ?? undefined] as const)
  try {
    if (names.length > 0) adopt({ ...settings, ...Object.fromEntries(given) })
  } catch (error) {
    const fault = error instanceof Error ? error.message : String(error)
    return { names, fault, answer: { reloaded: asked, fault } }
  }
  for (const [name, value] of given) {
    if (value === undefined) delete settings[name]
    else settings[name] = value
  }
  return { names, answer: { reloaded: asked } }
}
