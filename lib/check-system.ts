import type { SystemForm } from '#contracts/allocation'
import { CallError, readEnvelope, send } from './request'

/** Asks the console whether it could show this system. @throws CallError that names the field */
export async function checkSystem({ code, type, hostName, port, enable }: SystemForm): Promise<void> {
  const body = JSON.stringify({ code, type, hostName, port, enable })
  const headers = { 'content-type': 'application/json' }
  const response = await send('/session/system-check', { method: 'POST', headers, body })
  const { code: answer, msg, data } = await readEnvelope(response)
  const error = new CallError('refused', answer, msg, data)
  // Whatever else is in the way, the call that stores it meets as well.
  if (answer !== 0 && error.faults.length > 0) throw error
}
