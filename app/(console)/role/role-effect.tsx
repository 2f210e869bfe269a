'use client'

import { useLocale, useTranslations } from 'next-intl'
import { unread } from '#components/list/read-impact'
import { Button } from '#components/ui/button'
import { Dialog } from '#components/ui/dialog'
import { QuestionBody } from '#components/ui/question-body'
import type { RoleEffect as Effect } from '#contracts/role'
import { asLocale, type Locale } from '#lib/i18n/locale'
import { codesName } from '#lib/permissions'

interface Props {
  effect: Effect | typeof unread
  /** Whether to go on. */
  onAnswer: (goOn: boolean) => void
}

/** Shown buttons of a side; the rest is counted. */
const mostShown = 12

/** Whom saving a role touches, asked before it is done. */
export function RoleEffect({ effect, onAnswer }: Props) {
  const t = useTranslations('role')
  const common = useTranslations('common')
  return (
    <Dialog
      role="alertdialog"
      title={t('effectTitle')}
      closeLabel={common('close')}
      onClose={() => onAnswer(false)}
    >
      <QuestionBody className="space-y-4">
        {effect === unread ? <p className="text-warning">{t('effectUnread')}</p> : <Told {...effect} />}
      </QuestionBody>
      <div className="flex justify-end gap-2 border-line border-t bg-sunken px-5 py-3 max-narrow:*:h-10 max-narrow:*:flex-1">
        <Button data-first onClick={() => onAnswer(false)}>
          {t('keepEditing')}
        </Button>
        <Button look="primary" onClick={() => onAnswer(true)}>
          {common('save')}
        </Button>
      </div>
    </Dialog>
  )
}

function Told({ holders, organization, gained, lost }: Effect) {
  const t = useTranslations('role')
  return (
    <>
      <p className="break-words">{t('effectText', { count: holders, organization: organization.name })}</p>
      <Side side={gained} sign="+" look="text-success" text={t('gains', { count: gained.people })} />
      <Side side={lost} sign="−" look="text-danger" text={t('loses', { count: lost.people })} />
    </>
  )
}

function Side({
  side,
  sign,
  look,
  text,
}: {
  side: Effect['gained']
  sign: string
  look: string
  text: string
}) {
  const t = useTranslations('role')
  const locale = asLocale(useLocale())
  const touching = side.buttons.filter(({ people }) => people > 0)
  if (touching.length === 0) return null
  const shown = touching.slice(0, mostShown)
  return (
    <section aria-label={text}>
      <h3 className={`mb-1 font-semibold text-base ${look}`}>{text}</h3>
      <ul className="divide-y divide-line rounded-md border border-line">
        {shown.map(({ code, path, people }) => (
          <li key={code} className="flex items-baseline gap-2 px-3 py-1.5">
            <span aria-hidden className={`w-3 shrink-0 font-semibold ${look}`}>
              {sign}
            </span>
            <span className="min-w-0 flex-1 break-words" title={code}>
              {nameOf(code, path, locale)}
            </span>
            <span className="tabular shrink-0 text-base text-soft">{t('people', { count: people })}</span>
          </li>
        ))}
      </ul>
      {touching.length > shown.length && (
        <p className="mt-1 text-base text-faint">
          {t('moreButtons', { count: touching.length - shown.length })}
        </p>
      )}
    </section>
  )
}

/** The names of the path are Chinese: in English the console says what it knows of the code. */
function nameOf(code: string, path: readonly string[], locale: Locale): string {
  const known = locale === 'en' ? codesName(code, locale) : code
  return known === code ? path.slice(-2).join(' / ') : known
}
