import * as z from 'zod/mini'
import { codes, endsSession } from '#contracts/envelope'
import { systemSetting } from '#contracts/session'
import { asPlace, type Place } from './page-context'
import { basePath, CallError, readEnvelope, send } from './request'
import { beginLeaving, passwordDue, sessionEnded } from './session-end'
import { remember, tellOtherTabs } from './storage'
import { isHere } from './tab-context'
import { forgetUnsaved } from './unsaved'
import { takeEndedView } from './viewing'

/** The only layout there is (specification section 9). */
const layout = 'mix'

const entered = z.object({
  orgCode: z.string(),
  systemCode: z.string(),
  setting: systemSetting,
  place: z.unknown(),
  to: z.string(),
})

/** Where the session is by now, and where a page that follows goes. */
interface Entered {
  there: Place
  to: string
}

/**
 * Enters a system (specification section 2.4): cookies and session by the server, hints and theme here.
 * @throws CallError with the reason why not
 */
export function enterSystem(orgId: string, systemId: string, from?: string): Promise<Entered> {
  return enter('/session/enter', { orgId, systemId, from })
}

/** The same as somebody else, whom a super administrator looks on as. @returns where to go from here */
export async function viewAs(userId: string, orgId: string): Promise<string> {
  return (await enter('/session/view', { userId, orgId })).to
}

/** Back to oneself, by a full load. @throws CallError with the reason why not */
export async function leaveView(): Promise<void> {
  const stay = beginLeaving()
  const { code, msg, data } = await post('/session/leave-view', {})
    .then(readEnvelope)
    .catch((error) => {
      stay()
      throw error
    })
  if (code !== 0 && !endsSession(code)) {
    stay()
    throw new CallError('refused', code, msg)
  }
  // Who leaves it knows.
  takeEndedView()
  const there = asPlace((data as { place?: unknown } | null | undefined)?.place)
  if (there !== undefined) tellOtherTabs('enteredAt', JSON.stringify(there))
  forgetUnsaved()
  window.location.assign(`${basePath}/account/index`)
}

function post(path: string, body: unknown): Promise<Response> {
  const headers = { 'content-type': 'application/json' }
  return send(path, { method: 'POST', headers, body: JSON.stringify(body) })
}

async function enter(path: string, body: unknown): Promise<Entered> {
  const response = await post(path, body)
  const { code, msg, data } = await readEnvelope(response)
  if (endsSession(code)) {
    sessionEnded()
    throw new CallError('ended', code, msg)
  }
  if (code === codes.mustChangePassword) {
    passwordDue()
    throw new CallError('due', code, msg)
  }
  if (code !== 0) throw new CallError('refused', code, msg)
  const parsed = entered.safeParse(data)
  const there = asPlace(parsed.data?.place)
  if (!parsed.success || there === undefined) throw new CallError('system')
  const { orgCode, systemCode, setting, to } = parsed.data
  tellOtherTabs('enteredAt', JSON.stringify(there))
  remember('business', JSON.stringify({ orgId: there.orgId, orgCode, systemId: there.systemId }))
  remember('systemCode', systemCode)
  remember('setting', JSON.stringify({ ...setting, layout }))
  // A page of another place keeps its look until it is left.
  if (isHere(there)) document.documentElement.dataset.theme = setting.themeCode
  return { there, to }
}
