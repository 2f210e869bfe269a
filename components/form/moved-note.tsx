'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useState, useSyncExternalStore } from 'react'
import { Button } from '#components/ui/button'
import { strip } from '#components/ui/strip'
import { toast } from '#components/ui/toast'
import { asLocale, type Locale } from '#lib/i18n/locale'
import { load } from '#lib/load'
import type { Place } from '#lib/page-context'
import { basePath } from '#lib/request'
import { sessionBack } from '#lib/session-end'
import { placeName } from '#lib/system-name'
import { type Moved, movedNow, onMove, sessionIsIn } from '#lib/tab-context'
import { leaveWindow } from '#lib/unsaved'
import { useTellFault } from './use-call-fault'

const nothing = () => undefined

/** The session has moved on in another tab: what this one holds can be saved after going back, or is left (EDGE-1). */
export function MovedNote({ isInForm = false }: { isInForm?: boolean }) {
  const moved = useSyncExternalStore(onMove, movedNow, nothing)
  return moved === undefined ? null : (
    <Note {...moved} look={isInForm ? 'rounded-md px-3 py-2 text-md' : strip} />
  )
}

function Note({ own, to, refused, look }: Moved & { look: string }) {
  const t = useTranslations('common.moved')
  const locale = asLocale(useLocale())
  const tell = useTellFault()
  const [busy, setBusy] = useState(false)
  const isOthers = own.userId !== to.userId
  const goBack = async () => {
    setBusy(true)
    try {
      const { enterSystem } = await load(() => import('#lib/enter'))
      await enterSystem(own.orgId, own.systemId)
      sessionIsIn(own, false)
      window.dispatchEvent(new Event(sessionBack))
      toast.success(t('isBack', { place: nameOf(own, to, locale) }))
    } catch (error) {
      tell(error)
    }
    setBusy(false)
  }
  // Another system has pages of its own.
  const isElsewhere = to.systemId !== '' && to.systemId !== own.systemId
  const goOn = () => leaveWindow(() => (isElsewhere ? location.assign(`${basePath}/`) : location.reload()))
  const next = nameOf(to, own, locale)
  return (
    <div role={refused ? 'alert' : 'status'} className={`${look} bg-warning-soft text-warning`}>
      <p>{isOthers ? t('isOthers', { name: to.username }) : t(refused ? 'refused' : 'quiet')}</p>
      <div className="mt-2 flex flex-wrap gap-2">
        {!isOthers && own.orgId !== '' && (
          <Button onClick={goBack} busy={busy}>
            {t('back', { place: nameOf(own, to, locale) })}
          </Button>
        )}
        <Button onClick={goOn} disabled={busy}>
          {isOthers
            ? t('continueAs', { name: to.username })
            : next === ''
              ? t('choose')
              : t('continue', { place: next })}
        </Button>
      </div>
    </div>
  )
}

/** The organization; where it is the same one, the system as well. */
function nameOf(place: Place, other: Place, locale: Locale): string {
  return place.orgId === other.orgId && place.userId === other.userId && place.orgId !== ''
    ? `${place.orgName} · ${placeName(place, locale)}`
    : place.orgName
}
