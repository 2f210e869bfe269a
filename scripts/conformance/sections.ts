import { endpoints } from '#contracts/registry'
import type { CallName } from './findings.ts'

/** Sections of the specification, as the docstrings of `lib/contracts` name them. */
const sections: Record<string, string> = {
  general: '7, 8',
  session: '2.3, 2.4, 3, 7',
  user: '2.19, 5, 7',
  image: '5, 7',
  alarm: '2.6, 7',
  account: '2.8, 3, 5, 7',
  department: '2.10, 3, 5, 7',
  role: '2.9, 3, 5, 7',
  organization: '2.16, 3, 5, 7',
  allocation: '2.12, 3, 5, 7',
  apply: '2.13, 3, 5, 7',
  assets: '2.14, 3, 4, 7',
  menu: '2.15, 3, 4, 5, 7',
  'log.listOperations': '2.18, 3, 7',
  'log.listEntries': '2.17, 3, 7',
  online: '2.11, 3, 7',
}

export function sectionOf(call: CallName): string {
  return sections[call] ?? sections[groupOf(call)] ?? sections.general ?? ''
}

export function groupOf(call: CallName): string {
  return call.split('.')[0] ?? call
}

/** `GET /sys/online`, or nothing for what holds for all calls. */
export function lineOf(call: CallName): string {
  return call === 'general' ? '' : `${endpoints[call].method} ${endpoints[call].path}`
}

/**
 * Calls that a platform may lack: the specification shows no path for them, or they belong to something else. What the
 * console does without them.
 */
export const optional: Partial<Record<CallName, string>> = {
  'allocation.listConfig':
    'The console takes it that there are no sub-applications: nothing is embedded, the rest works.',
  'menu.parentTree':
    'The menu dialog has no parents to choose from, so that entries can be seen, switched and deleted, but not added or edited.',
  'alarm.count':
    'The title bar shows no count of alarms. It belongs to the energy system, not to the platform.',
  'image.read':
    'Pictures whose stored path is not of this form do not show; their place keeps the default picture.',
}
