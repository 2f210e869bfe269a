'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { useTellFault } from '#components/form/use-call-fault'
import { toast } from '#components/ui/toast'
import type { SystemTile } from '#contracts/session'
import { enterSystem } from '#lib/enter'
import { basePath } from '#lib/request'
import { openEmptyWindow, opensWindow, windowAddress } from '#lib/system-window'
import { sessionIsIn } from '#lib/tab-context'
import { forgetUnsaved } from '#lib/unsaved'

/** Entering a system (specification section 2.4), and the id of the one that is being entered. */
export function useEnterSystem() {
  const t = useTranslations('shell.enter')
  const tell = useTellFault()
  const [entering, setEntering] = useState<string>()

  /** The system opens in a window of its own; this page stays, and says so where it is of another place (EDGE-1). */
  const enterBeside = async (orgId: string, system: SystemTile) => {
    const address = windowAddress(system)
    if (address === undefined) return toast.error(t('badAddress'))
    const opened = openEmptyWindow()
    if (opened === null) return toast.error(t('windowBlocked'))
    setEntering(system.id)
    try {
      const { there } = await enterSystem(orgId, system.id)
      opened.location.replace(address)
      sessionIsIn(there, false)
    } catch (error) {
      opened.close()
      tell(error)
    }
    setEntering(undefined)
  }
  /** @param from where to go after entering, within the console */
  const enter = async (orgId: string, system: SystemTile, from?: string) => {
    if (opensWindow(system)) return enterBeside(orgId, system)
    setEntering(system.id)
    try {
      const { to } = await enterSystem(orgId, system.id, from)
      forgetUnsaved()
      window.location.assign(basePath + to)
    } catch (error) {
      setEntering(undefined)
      tell(error)
    }
  }
  return { entering, enter }
}
