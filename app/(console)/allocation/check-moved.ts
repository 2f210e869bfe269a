import type { SystemForm, SystemPlace, SystemRow } from '#contracts/allocation'
import { checkSystem } from '#lib/check-system'

/** What others stored stays theirs: a system that is away today can still be renamed. @throws CallError that names the field */
export async function checkMoved(values: SystemForm, stored: SystemRow | undefined): Promise<void> {
  if (isMoved(values as SystemPlace, stored)) await checkSystem(values)
}

function isMoved(values: SystemPlace, stored: SystemRow | undefined): boolean {
  const text = (value: string | number | null | undefined) => String(value ?? '')
  const isOther = (['code', 'hostName', 'port'] as const).some(
    (name) => text(values[name]) !== text(stored?.[name]),
  )
  return isOther || (values.enable && stored?.enable !== true)
}
