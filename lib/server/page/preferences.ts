import 'server-only'
import { setTimeout as wait } from 'node:timers/promises'
import { cookies } from 'next/headers'
import { cache } from 'react'
import { codes } from '#contracts/envelope'
import { all } from '#contracts/preference'
import { densityKey } from '#lib/density'
import { asLook, lookKey } from '#lib/kept-look'
import type { ListLook } from '#lib/list-look'
import { lookCookie } from '#lib/storage'
import { read } from './request-context'

/** Milliseconds that a page waits for how it is to look. */
const patience = 400
/** Milliseconds after which a platform that does not keep what people set up is asked again. */
const askAgain = 300_000
let missingUntil = 0

/** What the person has set up; nothing where the platform does not keep it, or does not say. Once a render. */
const preferences = cache(async (): Promise<Readonly<Record<string, string>> | undefined> => {
  if (performance.now() < missingUntil) return undefined
  const answer = await read(all, {})
  if (answer.ok) return answer.data
  const { failure } = answer
  if (failure.kind === 'refused' && failure.code === codes.notFound)
    missingUntil = performance.now() + askAgain
  return undefined
})

/** A list as its person has set it up. */
export interface KeptSetup {
  look: ListLook
  /** Of all lists. */
  density: string | undefined
}

export const keptSetup = cache(async (list: string): Promise<KeptSetup> => {
  const kept = (await Promise.race([preferences(), wait(patience, undefined)])) ?? undefined
  if (kept !== undefined) return { look: asLook(kept[lookKey(list)]), density: kept[densityKey] }
  return { look: asLook(decoded((await cookies()).get(lookCookie(list))?.value)), density: undefined }
})

export async function preferredSize(list: string): Promise<number | undefined> {
  return (await keptSetup(list)).look.size
}

function decoded(value: string | undefined): string | undefined {
  try {
    return value && decodeURIComponent(value)
  } catch {
    return undefined
  }
}
