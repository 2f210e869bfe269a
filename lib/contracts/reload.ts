import * as z from 'zod/mini'

/** What whoever started a program tells it while it runs: settings that have another value from now on, or none (null). */
export const reloadMessage = z.object({ reload: z.record(z.string(), z.nullable(z.string())) })
export type Changed = z.output<typeof reloadMessage>['reload']

/** Settings with what has changed. */
export function withChanges(
  settings: Readonly<Record<string, string | undefined>>,
  changed: Changed,
): Record<string, string | undefined> {
  const given = Object.entries(changed).map(([name, value]) => [name, value ?? undefined])
  return { ...settings, ...Object.fromEntries(given) }
}

/** Puts what has changed into settings that stay. */
export function adoptChanges(settings: Record<string, string | undefined>, changed: Changed): void {
  for (const [name, value] of Object.entries(changed)) {
    if (value === null) delete settings[name]
    else settings[name] = value
  }
}
