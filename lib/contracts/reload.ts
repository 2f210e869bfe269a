import * as z from 'zod/mini'

/** What whoever started a program asks of it while it runs: to take settings that have another value now, or none (null). */
const reloadMessage = z.object({
  reload: z.record(z.string(), z.nullable(z.string())),
  /** Names the question in the answer. */
  asked: z.number(),
})
export type ReloadMessage = z.output<typeof reloadMessage>
type Settings = Record<string, string | undefined>

export interface Reloaded {
  /** The settings that it is about; none where they were so already. */
  names: string[]
  /** Why they were not taken. */
  fault?: string
  /** For whoever asked. */
  answer: { reloaded: number; fault?: string }
}

/**
 * Takes settings that a message brings, whole or not at all.
 * @param settings those of this process, which are changed when the new ones are taken
 * @param adopt takes them, or throws and has changed nothing
 * @returns nothing for any other message
 */
export function takeReload(
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
