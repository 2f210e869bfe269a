'use client'

import { Check } from 'lucide-react'
import { useLocale, useTranslations } from 'next-intl'
import { useCallback, useId, useState } from 'react'
import { FoundSelect } from '#components/form/found-select'
import { ReadFault } from '#components/form/read-fault'
import { Reading } from '#components/form/reading'
import { useLoaded } from '#components/form/use-loaded'
import { isLost } from '#components/form/use-refusal'
import { Dialog } from '#components/ui/dialog'
import { limits } from '#contracts/limits'
import { findAllPermission } from '#contracts/menu'
import * as roles from '#contracts/role'
import { api } from '#lib/api'
import { asLocale, type Locale } from '#lib/i18n/locale'
import { flatten } from '#lib/permission-tree'
import { compared } from './compared'

interface Props {
  role: { id: string; name: string }
  onClose: () => void
}

/** What two roles grant, side by side. */
export function RoleCompare({ role, onClose }: Props) {
  const t = useTranslations('role')
  const common = useTranslations('common')
  const [other, setOther] = useState('')
  const [all, setAll] = useState(false)
  const id = useId()
  const load = useCallback(
    async (text: string) => {
      const { content } = await api(roles.list, {
        query: { page: 1, limit: limits.largestPage, roleName: text },
      })
      const others = content.filter((one) => one.id !== role.id)
      return others.map((one) => ({
        value: one.id,
        text: one.orgName ? `${one.name} (${one.orgName})` : one.name,
      }))
    },
    [role.id],
  )
  return (
    <Dialog title={t('compareTitle', { name: role.name })} closeLabel={common('close')} onClose={onClose}>
      {/* A phone has not the room for the one to stay while the other scrolls. */}
      <div className="flex min-h-0 flex-auto flex-col max-narrow:block max-narrow:overflow-y-auto">
        <div className="flex flex-wrap items-end gap-3 border-line border-b px-5 py-3">
          <div className="min-w-60 flex-1">
            <FoundSelect
              label={t('compareWith')}
              findLabel={t('findRole')}
              load={load}
              prompt={common('selectPlaceholder')}
              value={other}
              onChoose={({ value }) => setOther(value)}
            />
          </div>
          <label htmlFor={id} className="flex h-8 items-center gap-2">
            <input
              id={id}
              type="checkbox"
              checked={all}
              onChange={(event) => setAll(event.target.checked)}
              className="tick"
            />
            {t('compareAll')}
          </label>
        </div>
        <div className="min-h-40 flex-auto overflow-y-auto overscroll-contain px-5 py-3 max-narrow:overflow-visible">
          {other === '' ? (
            <p className="py-8 text-center text-faint text-md">{t('compareHint')}</p>
          ) : (
            <Comparison key={other} ids={[role.id, other]} all={all} />
          )}
        </div>
      </div>
    </Dialog>
  )
}

async function loadBoth(one: string, other: string, locale: Locale) {
  const detail = (id: string) => api(roles.detail, { params: { id } })
  const [left, right] = await Promise.all([detail(one), detail(other)])
  const places = new Set([left.orgId, right.orgId])
  const trees = await Promise.all(
    [...places].map((orgId) =>
      api(findAllPermission, { query: { orgId: orgId ?? undefined } }).catch(nothingSeen),
    ),
  )
  return { left, right, trees: trees.map((tree) => flatten(tree, locale)) }
}

/** Who may grant nothing there is shown nothing of it. */
function nothingSeen(fault: unknown): [] {
  if (isLost(fault)) return []
  throw fault
}

function Comparison({ ids: [one, other], all }: { ids: readonly [string, string]; all: boolean }) {
  const t = useTranslations('role')
  const locale = asLocale(useLocale())
  const loaded = useLoaded(useCallback(() => loadBoth(one, other, locale), [one, other, locale]))
  if (loaded.state === 'loading') return <Reading className="h-40" />
  if (loaded.state === 'failed') {
    return <ReadFault loaded={loaded} />
  }
  const { left, right, trees } = loaded.value
  const { rows: known, unseen } = compared(trees, left.resourceIdList, right.resourceIdList)
  const rows = known.filter((row) => row.left !== row.right || (all && row.left))
  if (rows.length === 0) {
    return (
      <p role="status" className="py-8 text-center text-faint text-md">
        {unseen === 0 ? t('compareSame') : t('compareUnseen', { count: unseen })}
      </p>
    )
  }
  return (
    <>
      <table className="w-full text-md">
        <thead className="text-left text-base text-soft">
          <tr className="border-line border-b">
            <th scope="col" className="py-1.5 font-medium">
              {t('permissions')}
            </th>
            {[left, right].map(({ id, name, orgName }) => (
              <th key={id} scope="col" className="w-24 break-words px-2 py-1.5 text-center font-medium">
                {name}
                {left.name === right.name && orgName && (
                  <span className="block font-normal text-soft">{orgName}</span>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id} className="border-line border-b last:border-0">
              <th scope="row" className="py-1.5 text-left font-normal">
                {row.name}
              </th>
              <Mark on={row.left} />
              <Mark on={row.right} />
            </tr>
          ))}
        </tbody>
      </table>
      {unseen > 0 && <p className="pt-2 text-soft text-md">{t('compareUnseen', { count: unseen })}</p>}
    </>
  )
}

function Mark({ on }: { on: boolean }) {
  const t = useTranslations('role')
  return (
    <td className="px-2 py-1.5 text-center">
      {on ? (
        <Check aria-hidden className="mx-auto size-4 text-success" />
      ) : (
        <span aria-hidden className="text-faint">
          –
        </span>
      )}
      <span className="sr-only">{t(on ? 'granted' : 'notGranted')}</span>
    </td>
  )
}
