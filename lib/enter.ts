import * as z from 'zod/mini'
import { endsSession } from '#contracts/envelope'
import { systemSetting } from '#contracts/session'
import { asPlace } from './page-context'
import { CallError, readEnvelope, send } from './request'
import { leaveSession } from './session-end'
import { remember, tellOtherTabs } from './storage'

/** The only layout there is (specification section 9). */
const layout = 'mix'

const entered = z.object({
  orgCode: z.string(),
  systemCode: z.string(),
  setting: systemSetting,
  place: z.unknown(),
  to: z.string(),
})

/**
 * Enters a system (specification section 2.4): cookies and session by the server, hints and theme here.
 * @returns where to go from here
 * @throws CallError with the reason why not
 */
export async function enterSystem(orgId: string, systemId: string, from?: string): Promise<string> {
  const response = await send('/session/enter', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ orgId, systemId, from }),
  })
  const { code, msg, data } = await readEnvelope(response)
  if (endsSession(code)) leaveSession('ended')
  if (code !== 0) throw new CallError('refused', code, msg)
  const parsed = entered.safeParse(data)
  const there = asPlace(parsed.data?.place)
  if (!parsed.success || there === undefined) throw new CallError('system')
  const { orgCode, systemCode, setting, to } = parsed.data
  tellOtherTabs('enteredAt', JSON.stringify(there))
  remember('business', JSON.stringify({ orgId: there.orgId, orgCode, systemId: there.systemId }))
  remember('systemCode', systemCode)
  remember('setting', JSON.stringify({ ...setting, layout }))
  document.documentElement.dataset.theme = setting.themeCode
  return to
}
