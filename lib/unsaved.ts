/** A form in which somebody may have typed: it is not left without a question while that would lose something. */
interface WatchedForm {
  isChanged: () => boolean
  /** The person gave it up, by leaving for a place where it need not be gone by itself. */
  onDiscard: () => void
  /** What is asked, where what would be lost is no change. */
  question?: LeaveQuestion | undefined
}
export interface LeaveQuestion {
  title: string
  text: string
  /** Loses it. */
  confirm: string
  cancel: string
}
const forms = new Set<WatchedForm>()

/** Asks the person whether to leave. None where nobody can be asked: then nothing is in the way. */
let ask: ((question?: LeaveQuestion) => Promise<boolean>) | undefined
let asking = false

/** Where the page of the open forms stands in the browser's history, for the way back to it. */
interface HistoryEntry {
  state: unknown
  href: string
}
let entry: HistoryEntry | undefined

/** Gives the release. */
export function watchForm(form: WatchedForm): () => void {
  if (forms.size === 0) entry = { state: window.history.state, href: window.location.href }
  forms.add(form)
  return () => forms.delete(form)
}

const works = new Set<Pick<WatchedForm, 'isChanged' | 'question'>>()

/** What lives on while other pages show, as pages of sub-applications do: only leaving the window ends it. Gives the release. */
export function watchWork(isChanged: () => boolean, question?: LeaveQuestion): () => void {
  const work = { isChanged, question }
  works.add(work)
  return () => works.delete(work)
}

/** What is left: the page that shows, or all that the window holds. */
type Left = 'page' | 'window'

/** What would be lost first. */
function unsaved(left: Left) {
  return [...forms, ...(left === 'window' ? works : [])].find(({ isChanged }) => isChanged())
}

export function hasUnsaved(left: Left = 'page'): boolean {
  return unsaved(left) !== undefined
}

export function historyEntryOfForms(): HistoryEntry | undefined {
  return entry
}

/** From here on nothing asks: the person said so, or the page is left whatever they say. */
export function forgetUnsaved(): void {
  forms.clear()
  works.clear()
}

/** Gives the release. */
export function askWith(asks: (question?: LeaveQuestion) => Promise<boolean>): () => void {
  ask = asks
  return () => {
    if (ask === asks) ask = undefined
  }
}

/** Whether the person gives up what they changed; one question at a time. */
export async function givesUp(left: Left = 'page'): Promise<boolean> {
  if (ask === undefined) return true
  if (asking) return false
  asking = true
  try {
    return await ask(unsaved(left)?.question)
  } finally {
    asking = false
  }
}

/** Whether it may be left: at once where nothing would be lost, else as the person answers. */
export async function mayLeave(left: Left = 'page'): Promise<boolean> {
  if (!hasUnsaved(left)) return true
  if (!(await givesUp(left))) return false
  const given = [...forms]
  forms.clear()
  for (const { onDiscard } of given) onDiscard()
  return true
}

/** Tells the person that nothing can be loaded, as long as that is so. */
let stay: (() => void) | undefined

/** Gives the release. */
export function stayWith(tells: () => void): () => void {
  stay = tells
  return () => {
    if (stay === tells) stay = undefined
  }
}

/** Leaves by a full load, where the person agrees and something can be loaded. */
export async function leaveWindow(load: () => void): Promise<void> {
  if (stay) return stay()
  if (!(await mayLeave('window'))) return
  forgetUnsaved()
  load()
}

/** Whether two forms' values mean the same: no value is an empty one, and lists have no order. */
export function sameValues(one: unknown, other: unknown): boolean {
  return plain(one) === plain(other)
}

function plain(value: unknown): string {
  if (value === undefined || value === null) return '""'
  if (Array.isArray(value)) return `[${value.map(plain).sort()}]`
  if (typeof value !== 'object') return JSON.stringify(String(value))
  const filled = Object.entries(value).map(([name, inner]) => [name, plain(inner)] as const)
  return `{${filled
    .filter(([, inner]) => inner !== '""' && inner !== '[]')
    .map(([name, inner]) => `${name}:${inner}`)
    .sort()}}`
}
