'use client'

import { useFormatter, useLocale, useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import { LazyTexts } from '#components/form/lazy-texts'
import type { Consequences, Effect } from '#contracts/impact'
import { impactTexts } from '#lib/i18n/impact-texts'
import { asLocale } from '#lib/i18n/locale'
import { loggedPermission } from '#lib/node-name'
import { type Impacts, type Reading, unnamedOf, unread } from './read-impact'

interface Props {
  of: Impacts['of']
  reading: Reading
}

/** What a change does to others, while the question stands whether to go on (DAY-7). */
export function ImpactNote(props: Props) {
  // Without its texts the question stands as it does without the call.
  return (
    <LazyTexts load={impactTexts} quiet>
      <Note {...props} />
    </LazyTexts>
  )
}

function Note({ reading, of }: Props) {
  const t = useTranslations('impact')
  const [told, setTold] = useState<Awaited<Reading> | 'reading'>('reading')
  useEffect(() => {
    let isCurrent = true
    reading.then((value) => isCurrent && setTold(value))
    return () => {
      isCurrent = false
    }
  }, [reading])
  return (
    <div role="status" className="empty:hidden">
      {told === 'reading' ? (
        <p className="animate-pulse py-1 text-faint">{t('reading')}</p>
      ) : told === unread ? (
        <p className="py-1 text-warning">{t('unknown')}</p>
      ) : (
        told && <Told {...told} of={of} />
      )}
    </div>
  )
}

function Told({ of, effects, refused }: Consequences & Pick<Props, 'of'>) {
  const t = useTranslations('impact')
  const common = useTranslations('common')
  const format = useFormatter()
  const locale = asLocale(useLocale())
  const textOf = ({ kind, count }: Effect) => {
    // A platform may have effects of its own, which are shown by their names.
    const key = `kinds.${of}.${kind}` as Parameters<typeof t.has>[0]
    return t.has(key) ? t(key, { count }) : `${kind}: ${format.number(count)}`
  }
  const namesOf = (effect: Effect) => {
    // The console's own entries of the menu are called in its language.
    const own =
      effect.kind === 'entries' ? effect.names.map((name) => loggedPermission(name, locale)) : effect.names
    const names = own.join(common('listSeparator'))
    const count = unnamedOf(effect)
    return count > 0 ? t('names', { names, count }) : names
  }
  return (
    <>
      {refused && (
        <p className="my-2 rounded-md bg-warning-soft px-3 py-2 text-warning">
          {t('refused', { reason: refused })}
        </p>
      )}
      {effects.length > 0 && (
        <ul className="my-2 space-y-1.5 rounded-md border border-line px-3 py-2">
          {effects.map((effect) => (
            <li key={effect.kind}>
              <p className="font-medium">{textOf(effect)}</p>
              {effect.names.length > 0 && (
                <p className="text-base text-soft wrap-anywhere">{namesOf(effect)}</p>
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
