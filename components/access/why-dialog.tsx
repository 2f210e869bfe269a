'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useCallback, useState } from 'react'
import type { Question } from '#components/form/ask-why'
import { FoundSelect } from '#components/form/found-select'
import { LazyTexts } from '#components/form/lazy-texts'
import { ReadFault } from '#components/form/read-fault'
import { useLoaded } from '#components/form/use-loaded'
import { Dialog } from '#components/ui/dialog'
import { DialogBody } from '#components/ui/dialog-body'
import { Options } from '#components/ui/options'
import { listOrganizations } from '#contracts/session'
import { api } from '#lib/api'
import { accessTexts } from '#lib/i18n/access-texts'
import { asLocale } from '#lib/i18n/locale'
import { codesName, codesOfCall, pagePermissions, whatShows } from '#lib/permissions'
import { basePath } from '#lib/request'
import { AccessAnswer } from './access-answer'
import { AccessHolders } from './access-holders'
import { findPeople } from './find-people'

interface Props {
  question: Question
  onClose: () => void
}

/** Whether a person may do something in an organization, through what or why not; and who may. */
export function WhyDialog(props: Props) {
  return (
    <LazyTexts load={accessTexts} onFail={props.onClose}>
      <Asked {...props} />
    </LazyTexts>
  )
}

const oneself = ''

const loadOrganizations = () => api(listOrganizations, { query: {} })

function Asked({ question, onClose }: Props) {
  const t = useTranslations('access')
  const common = useTranslations('common')
  const locale = asLocale(useLocale())
  const pages = pagePermissions(locale)
  const [beginning] = useState(() => whatIsAsked(question))
  const [codes, setCodes] = useState(beginning.codes)
  const entry = codes === beginning.codes ? beginning.entry : undefined
  const [person, setPerson] = useState({
    value: question.person?.id ?? oneself,
    text: question.person?.name ?? '',
  })
  const [chosen, setOrgId] = useState(question.orgId)
  const [hasSearch, setHasSearch] = useState(true)
  const load = useCallback((text: string) => findPeople(text, () => setHasSearch(false)), [])
  const organizations = useLoaded(loadOrganizations)
  const known = organizations.state === 'ready' ? organizations.value : []
  const orgId = chosen ?? known[0]?.orgId
  const isListed = pages.some(({ permissions }) => permissions.some((one) => one.codes === codes))
  /** Of an organization that is not, or not yet, among those to choose from. */
  const placeText = () => {
    if (orgId !== undefined && orgId === question.orgId && question.orgName) return question.orgName
    if (organizations.state === 'loading') return common('loading')
    return orgId === undefined ? common('selectPlaceholder') : t('thatOrganization')
  }
  const isReady = orgId !== undefined && codes !== ''
  return (
    <Dialog title={t('title')} closeLabel={common('close')} onClose={onClose}>
      <DialogBody>
        <FoundSelect
          label={t('person')}
          findLabel={t(hasSearch ? 'findPerson' : 'findAccount')}
          load={load}
          always={[
            { value: oneself, text: t('yourself') },
            ...(person.value === oneself ? [] : [{ value: person.value, text: person.text }]),
          ]}
          value={person.value}
          onChoose={setPerson}
        />
        <div className="grid grid-cols-2 gap-3 max-narrow:grid-cols-1">
          <label className="min-w-0">
            <span className="mb-1 block font-medium text-soft">{t('permission')}</span>
            <select value={codes} onChange={(event) => setCodes(event.target.value)} className="control">
              <option value="" disabled>
                {common('selectPlaceholder')}
              </option>
              {!isListed && codes !== '' && (
                <option value={codes}>{question.name ?? codesName(codes, locale)}</option>
              )}
              {pages.map(({ page, permissions }) => (
                <optgroup key={page} label={page}>
                  <Options
                    choices={permissions.map((one) => ({ value: one.codes, text: `${page} / ${one.name}` }))}
                  />
                </optgroup>
              ))}
            </select>
          </label>
          <label className="min-w-0">
            <span className="mb-1 block font-medium text-soft">{t('organization')}</span>
            <select
              value={orgId ?? ''}
              onChange={(event) => setOrgId(event.target.value)}
              className="control"
            >
              {known.every((one) => one.orgId !== orgId) && (
                <option value={orgId ?? ''}>{placeText()}</option>
              )}
              <Options choices={known.map(({ orgId, orgName }) => ({ value: orgId, text: orgName }))} />
            </select>
          </label>
        </div>
        {organizations.state === 'failed' && <ReadFault loaded={organizations} />}
        {question.reason && (
          <p className="rounded-md bg-accent-soft px-4 py-2.5 text-ink text-md">{question.reason}</p>
        )}
        {isReady ? (
          <>
            <AccessAnswer
              userId={person.value === oneself ? undefined : person.value}
              orgId={orgId}
              {...{ codes, entry }}
            />
            <AccessHolders key={`${orgId} ${codes}`} {...{ orgId, codes, entry }} />
          </>
        ) : (
          <p className="py-4 text-center text-faint text-md">{t('choose')}</p>
        )}
      </DialogBody>
    </Dialog>
  )
}

function whatIsAsked({ codes, entry, call }: Question): { codes: string; entry?: string | undefined } {
  if (codes === undefined) {
    return { codes: (call && codesOfCall(window.location.pathname.slice(basePath.length), call)) ?? '' }
  }
  return entry === undefined ? { codes } : whatShows(entry, codes)
}
