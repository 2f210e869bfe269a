'use client'

import { type ReactNode, useState } from 'react'
import { later } from '#components/form/later'
import { unread } from '#components/list/read-impact'
import * as roles from '#contracts/role'
import { api } from '#lib/api'
import { CallError } from '#lib/request'

const RoleEffect = later(
  () => import('./role-effect').then((module) => module.RoleEffect),
  ({ onAnswer }) => onAnswer(false),
)

type Told = roles.RoleEffect | typeof unread

interface Values {
  orgId: string
  resourceIdList: string[]
}

/**
 * Asks before a save that gives or takes anything from anybody, and where that could not be learnt; whoever saves nothing of the
 * kind, and over a platform without the call, is asked nothing. The save decides again: what was told may be over by then.
 */
export function useRoleEffect(role: roles.RoleDetail | undefined): {
  ask: (values: Values) => Promise<boolean>
  question: ReactNode
} {
  const [asked, setAsked] = useState<{ effect: Told; answer: (goOn: boolean) => void }>()
  const ask = async ({ orgId, resourceIdList }: Values) => {
    // In another organization nobody holds it yet: the platform moves none that somebody has.
    if (role === undefined || orgId !== role.orgId || isSame(role.resourceIdList, resourceIdList)) return true
    const body = { id: role.id, resourceIdList }
    const effect = await api(roles.effect, { body }).catch((error: unknown) =>
      // Of those who are asked something else already, and of a platform without the call, the save itself tells.
      error instanceof CallError && (error.isAsked || error.code === 404) ? undefined : unread,
    )
    if (effect === undefined) return true
    if (effect !== unread && effect.gained.people + effect.lost.people === 0) return true
    const goOn = await new Promise<boolean>((answer) => setAsked({ effect, answer }))
    setAsked(undefined)
    return goOn
  }
  return { ask, question: asked && <RoleEffect effect={asked.effect} onAnswer={asked.answer} /> }
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  const ids = new Set(one)
  return ids.size === new Set(other).size && other.every((id) => ids.has(id))
}
