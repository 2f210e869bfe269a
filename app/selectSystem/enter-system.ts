import * as z from 'zod/mini'
import { endsSession } from '#contracts/envelope'
import { type SystemTile, systemSetting } from '#contracts/session'
import { basePath, CallError, readEnvelope, send } from '#lib/request'
import { leaveSession } from '#lib/session-end'
import { remember, tellOtherTabs } from '#lib/storage'

/** The only layout there is (specification section 9). */
const layout = 'mix'

const entered = z.object({
  orgId: z.string(),
  orgCode: z.string(),
  systemId: z.string(),
  systemCode: z.string(),
  setting: systemSetting,
})

export function opensWindow(system: SystemTile): boolean {
  return String(system.openMode ?? '') === '2'
}

/** Opens a system of openMode 2 in a new window, cut off from this one. False when its address is none to go to. */
export function openSystemWindow(system: SystemTile): boolean {
  const address = system.appUrlAddress ?? ''
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol)) return false
  window.open(address, '_blank', 'noopener,noreferrer')
  return true
}

/**
 * Enters a system (specification section 2.4): cookies and session by the server, hints and theme here, then home.
 * @throws CallError with the reason why not
 */
export async function enterSystem(
  orgId: string,
  system: SystemTile,
  from: string | undefined,
): Promise<void> {
  const response = await send('/session/enter', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ orgId, systemId: system.id }),
  })
  const { code, msg, data } = await readEnvelope(response)
  if (endsSession(code)) leaveSession('ended')
  if (code !== 0) throw new CallError('refused', code, msg)
  const { systemCode, setting, ...business } = entered.parse(data)
  tellOtherTabs('enteredAt')
  remember('business', JSON.stringify(business))
  remember('systemCode', systemCode)
  remember('setting', JSON.stringify({ ...setting, layout }))
  document.documentElement.dataset.theme = setting.themeCode
  window.location.assign(basePath + (from ?? '/home'))
}
