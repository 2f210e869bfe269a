'use client'

import { useRef, useState } from 'react'
import { useCallFault } from '#components/form/use-call-fault'
import { toast } from '#components/ui/toast'
import { listSystems, type SystemTile } from '#contracts/session'
import { api } from '#lib/api'

/** The systems of the organization that is looked at; nothing until they are there. */
export function useSystemsOf(firstOrgId: string, firstSystems?: readonly SystemTile[]) {
  const faultText = useCallFault()
  const [orgId, setOrgId] = useState(firstOrgId)
  const [systems, setSystems] = useState(firstSystems)
  const latest = useRef(orgId)

  const look = async (next: string) => {
    setOrgId(next)
    latest.current = next
    try {
      const found = await api(listSystems, { query: { orgId: next } })
      if (latest.current === next) setSystems(found)
    } catch (error) {
      if (latest.current !== next) return
      setSystems([])
      toast.error(faultText(error))
    }
  }
  return { orgId, systems, look }
}
