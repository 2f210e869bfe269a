'use client'

import { Bookmark } from 'lucide-react'
import { usePathname } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { type FormEvent, type MouseEvent, useCallback, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { ReadFault } from '#components/form/read-fault'
import { useCallFault } from '#components/form/use-call-fault'
import { useLoaded } from '#components/form/use-loaded'
import { Button } from '#components/ui/button'
import { DismissButton } from '#components/ui/dismiss-button'
import { limits } from '#contracts/limits'
import { unseenIn } from '#contracts/plain-text'
import { searchesKey } from '#lib/kept-look'
import { isPlainPress } from '#lib/plain-press'
import { basePath } from '#lib/request'
import { asSearches, type SavedSearch, sameSearch, searchesText } from '#lib/saved-searches'
import { keep, keptTexts } from './keep'

interface Props {
  list: string
  /** What stands in the address now. */
  address: string
  onGo: (address: string) => void
}

/** Searches by names that a person gave them. Each is a link: the address is the whole of it. */
export function SavedSearches({ list, address, onGo }: Props) {
  const t = useTranslations('view')
  const common = useTranslations('common')
  const pathname = usePathname()
  const faultText = useCallFault()
  const id = useId()
  const own = useRef<HTMLDivElement>(null)
  const [fault, setFault] = useState<string>()
  const read = useCallback(async () => {
    const { texts, isHere } = await keptTexts()
    return { searches: asSearches(texts[searchesKey(list)]), isHere }
  }, [list])
  const loaded = useLoaded(read)
  if (loaded.state === 'loading') return <div className="h-8 animate-pulse rounded-md bg-bone" />
  if (loaded.state === 'failed') {
    return <ReadFault loaded={loaded} />
  }
  const { searches, isHere } = loaded.value
  const search = sameSearch(address)
  const isSaved = searches.some((one) => one.search === search)

  /** Without those of a name, and with one of that name: of what there is now, which another tab may have changed. */
  const store = async (name: string, added: readonly SavedSearch[]) => {
    try {
      const next = [...(await read()).searches.filter((one) => one.name !== name), ...added]
      const text = searchesText(next)
      if (text === undefined) return setFault(t('searchesFull'))
      await keep(searchesKey(list), next.length === 0 ? null : text)
      flushSync(() => {
        setFault(undefined)
        loaded.take({ searches: next, isHere })
      })
      stay(added.length > 0 ? next.length - 1 : searches.findIndex((one) => one.name === name))
    } catch (error) {
      setFault(faultText(error))
    }
  }
  /** What was pressed is gone: the one that was saved has the focus, or the one that took the place of a forgotten one. */
  const stay = (at: number) => {
    const links = own.current?.querySelectorAll('a') ?? []
    const link = links[Math.min(at, links.length - 1)]
    ;(link ?? own.current)?.focus()
  }
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const name = String(new FormData(event.currentTarget).get('name')).trim()
    if (name === '' || unseenIn(name) !== undefined) return setFault(t('nameRequired'))
    if (searches.some((one) => one.name === name)) return setFault(t('nameTaken'))
    await store(name, [{ name, search }])
  }
  const go = (event: MouseEvent, to: string) => {
    if (!isPlainPress(event)) return
    event.preventDefault()
    event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()
    onGo(to)
  }
  return (
    <div ref={own} tabIndex={-1} className="outline-none">
      <ul>
        {searches.map((one) => (
          <li key={one.name} className="flex min-h-8 items-center gap-1">
            <a
              href={`${basePath}${pathname}?${one.search}`}
              aria-current={one.search === search ? 'true' : undefined}
              onClick={(event) => go(event, one.search)}
              className="-ml-2 flex min-h-8 min-w-0 flex-1 items-center gap-2 rounded-md px-2 text-md hover:bg-hover aria-[current]:font-medium aria-[current]:text-accent-ink"
            >
              <Bookmark aria-hidden className="size-3.5 shrink-0" />
              <span className="truncate">{one.name}</span>
            </a>
            <DismissButton
              label={t('forget', { name: one.name })}
              isTold
              onPress={() => store(one.name, [])}
            />
          </li>
        ))}
      </ul>
      {search === '' || isSaved ? (
        searches.length === 0 && <p className="text-base text-faint">{t('noSearches')}</p>
      ) : (
        <form onSubmit={save} className="mt-1 flex gap-2">
          <input
            name="name"
            aria-label={t('nameSearch')}
            placeholder={t('nameSearch')}
            aria-invalid={fault !== undefined}
            aria-describedby={fault === undefined ? undefined : id}
            maxLength={limits.searchText}
            autoComplete="off"
            onInput={() => setFault(undefined)}
            className="control"
          />
          <Button type="submit">{common('save')}</Button>
        </form>
      )}
      {fault !== undefined && (
        <p id={id} role="alert" className="pt-1 text-base text-danger">
          {fault}
        </p>
      )}
      {isHere && <p className="pt-1 text-base text-faint">{t('keptHere')}</p>}
    </div>
  )
}
