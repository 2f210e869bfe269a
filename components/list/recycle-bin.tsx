'use client'

import { useTranslations } from 'next-intl'
import { useCallback, useEffect, useState } from 'react'
import { LazyTexts } from '#components/form/lazy-texts'
import { LoadedRows, useRowActs } from '#components/form/loaded-rows'
import { TimeText } from '#components/form/time-text'
import { Button } from '#components/ui/button'
import { Dialog } from '#components/ui/dialog'
import { DialogFoot } from '#components/ui/dialog-foot'
import { toast } from '#components/ui/toast'
import type { DeletedRecord } from '#contracts/bin'
import { limits } from '#contracts/limits'
import { binTexts } from '#lib/i18n/bin-texts'
import type { Bin } from './bin'
import { useRestored } from './use-restored'

interface Props {
  bin: Bin
  reload: () => void
  onClose: () => void
}

/** Milliseconds without a key, before the platform is asked. */
const pause = 250

/** What is shown of what bears the name: the first pages. */
interface Shown {
  records: readonly DeletedRecord[]
  pages: number
  /** Where the next page begins, if there is one. */
  next?: string | null | undefined
}

/** Reads on behind what is shown, up to that many pages. */
async function readTo(bin: Bin, name: string, pages: number, from?: Shown): Promise<Shown> {
  const { records, next } = await bin.deleted(name, from?.next ?? undefined)
  const shown = { records: [...(from?.records ?? []), ...records], pages: (from?.pages ?? 0) + 1, next }
  return shown.pages < pages && next ? readTo(bin, name, pages, shown) : shown
}

/** What was deleted within 30 days, to be brought back (DAY-6). */
export function RecycleBin(props: Props) {
  return (
    <LazyTexts load={binTexts} onFail={props.onClose}>
      <Deleted {...props} />
    </LazyTexts>
  )
}

function Deleted({ bin, reload, onClose }: Props) {
  const t = useTranslations('bin')
  const common = useTranslations('common')
  const restored = useRestored()
  const find = t(bin.of === 'account' ? 'findAccount' : 'find')
  const [name, setName] = useState('')
  const [sought, setSought] = useState('')
  useEffect(() => {
    // The outside world: somebody types.
    const timer = setTimeout(() => setSought(name.trim()), pause)
    return () => clearTimeout(timer)
  }, [name])
  const { loaded, list, again, acting, act } = useRowActs<Shown>(
    useCallback((shown) => readTo(bin, sought, shown?.pages ?? 1), [bin, sought]),
  )
  const shown = loaded.state === 'ready' ? loaded.value : undefined
  const more = (from: Shown) => act('more', undefined, () => readTo(bin, sought, from.pages + 1, from))
  const restore = ({ id, name }: DeletedRecord) =>
    act(id, async () => {
      const note = restored(await bin.restore(id))
      loaded.change((from) => ({ ...from, records: from.records.filter((record) => record.id !== id) }))
      if (note === undefined) toast.success(t('restored'), { subject: name })
      else toast.warning(note, { subject: name })
      reload()
    })
  return (
    <Dialog title={t('title')} closeLabel={common('close')} onClose={onClose}>
      <div className="px-5 pt-4">
        <input
          type="search"
          aria-label={find}
          placeholder={find}
          value={name}
          maxLength={limits.searchText}
          autoComplete="off"
          onChange={(event) => setName(event.target.value)}
          className="control"
        />
      </div>
      <LoadedRows
        label={t('title')}
        hint={t('hint')}
        empty={t(sought === '' ? 'empty' : 'notFound')}
        isSearched={sought !== ''}
        more={
          shown?.next && (
            <Button
              size="small"
              busy={acting === 'more'}
              disabled={acting !== undefined}
              onClick={() => more(shown)}
            >
              {t('more')}
            </Button>
          )
        }
        rows={shown?.records ?? []}
        {...{ loaded, list, again }}
      >
        {(record) => (
          <>
            <div className="min-w-0 flex-1">
              <p className="truncate text-md">
                {record.name} {record.person && <span className="ml-1 text-soft">{record.person}</span>}
              </p>
              {record.organizations && record.organizations.length > 0 && (
                <p className="truncate text-base text-soft">
                  {record.organizations.join(common('listSeparator'))}
                </p>
              )}
              <p className="text-base text-faint">
                {t.rich(record.by ? 'deletedBy' : 'deletedAt', {
                  name: record.by ?? '',
                  time: () => <TimeText time={record.time} />,
                })}
              </p>
            </div>
            <Button
              size="control"
              aria-label={t('restoreRow', { name: record.name })}
              busy={acting === record.id}
              disabled={acting !== undefined}
              onClick={() => restore(record)}
            >
              {t('restore')}
            </Button>
          </>
        )}
      </LoadedRows>
      <DialogFoot>
        <Button onClick={onClose}>{common('close')}</Button>
      </DialogFoot>
    </Dialog>
  )
}
