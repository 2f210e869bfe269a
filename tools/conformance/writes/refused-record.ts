import { endpoints } from '#contracts/registry'
import type { Row } from '../list-filters.ts'
import type { Probe } from '../probe.ts'
import type { Manner } from '../request.ts'
import { idOf, type Kind } from './kind.ts'
import type { Steps, Undo } from './steps.ts'

interface Attempt {
  body: Row
  /** What is wrong with it. */
  what: string
  manner?: Manner
  /** With which codes it has to be refused; none for any. */
  codes?: readonly number[]
  /** The record that has the same code, and stays. */
  known?: string
}

/**
 * Tries to add a record that has to be refused. One that is added all the same is told, and removed with the rest; with a code of
 * its own it stands in nobody's way until then.
 */
export async function checkRefused(
  probe: Probe,
  steps: Steps,
  kind: Kind,
  { body, what, manner = {}, codes, known }: Attempt,
): Promise<void> {
  let isAdded = false
  const undo: Undo = {
    call: kind.remove,
    label: kind.label,
    id: String(body.code ?? body.account ?? body.name),
    remove: async () => {
      const rows = await kind.find(body)
      const ids = (rows ?? []).map(idOf).filter((id) => id !== undefined && id !== known)
      for (const id of ids) {
        if ((await probe.read(kind.remove, kind.removeInput(String(id)))) === undefined) return false
      }
      return rows !== undefined && (!isAdded || ids.length > 0)
    },
  }
  steps.remember(undo)
  const answer = await probe.answer(kind.add, { body }, manner)
  if (answer?.envelope === undefined) return
  isAdded = answer.envelope.code === endpoints[kind.add].success
  probe.judgeRefusal(kind.add, answer, what, codes)
  if (!isAdded) steps.forget(undo)
}
