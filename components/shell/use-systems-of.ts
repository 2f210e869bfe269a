'use client'

import { useRef, useState } from 'react'
import { useCallFault } from '#components/form/use-call-fault'
import { listSystems, type SystemTile } from '#contracts/session'
import { forgivingApi } from '#lib/forgiving-api'

export type SystemsOf =
  | { state: 'loading' }
  | { state: 'failed'; message: string }
  | { state: 'read'; tiles: readonly SystemTile[] }

/** The systems of the organization that is looked at: none of another one while they are on their way. */
export function useSystemsOf(firstOrgId: string, first: SystemsOf = { state: 'loading' }) {
  const faultText = useCallFault()
  const [orgId, setOrgId] = useState(firstOrgId)
  const [systems, setSystems] = useState(first)
  const latest = useRef(orgId)

  const look = async (next: string) => {
    setOrgId(next)
    setSystems({ state: 'loading' })
    latest.current = next
    try {
      const tiles = await forgivingApi(listSystems, { query: { orgId: next } })
      if (latest.current === next) setSystems({ state: 'read', tiles })
    } catch (error) {
      if (latest.current === next) setSystems({ state: 'failed', message: faultText(error) })
    }
  }
  return { orgId, systems, look }
}
