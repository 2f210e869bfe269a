'use client'

import { usePathname } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { entryAt, type MenuEntry, openBranch } from '#lib/menu-entry'
import { ExternalRow, FolderRow, PageRow } from './menu-rows'
import { RailFolder } from './rail-folder'

interface Props {
  entries: readonly MenuEntry[]
  /** Only icons show; what a folder holds flies out of its icon, and a press opens the menu there. */
  collapsed: boolean
  onExpand: () => void
  /** A page was chosen. */
  onGo: () => void
}

export function SideMenu({ entries, collapsed, onExpand, onGo }: Props) {
  const t = useTranslations('shell')
  const pathname = usePathname()
  const branch = openBranch(entries, pathname)
  const nav = useRef<HTMLElement>(null)
  const shown = entryAt(entries, pathname)
  // Folders that the person opened or closed by hand; the branch of the current page is open by itself (NAV-4).
  const [chosen, setChosen] = useState<Record<string, boolean>>({})

  const set = (key: string, open: boolean) => setChosen((earlier) => ({ ...earlier, [key]: open }))
  /** Going on closes nothing: what is open stays open, so that no entry moves away under the pointer. */
  const go = () => {
    const shown = branch.length > 0 ? branch : entries.map((entry) => entry.key)
    setChosen((earlier) => ({ ...Object.fromEntries(shown.map((key) => [key, true])), ...earlier }))
    onGo()
  }
  const isOpen = (key: string, depth: number) =>
    chosen[key] ?? (branch.includes(key) || (branch.length === 0 && depth === 0))

  const page = (entry: MenuEntry, href: string, depth: number, isIcon: boolean) => {
    const shared = { entry, href, depth, collapsed: isIcon }
    if (entry.external) return <ExternalRow {...shared} />
    return <PageRow {...shared} current={entry === shown} onGo={go} />
  }
  const list = (items: readonly MenuEntry[], depth: number) => (
    <ul className="space-y-px not-first:mt-px">
      {items.map((entry) => {
        if (entry.href !== undefined) return <li key={entry.key}>{page(entry, entry.href, depth, false)}</li>
        const open = isOpen(entry.key, depth)
        return (
          <li key={entry.key} className={depth === 0 ? 'not-first:mt-2.5' : undefined}>
            <FolderRow
              {...{ entry, depth, open, collapsed: false }}
              within={branch.includes(entry.key)}
              onToggle={() => set(entry.key, !open)}
            />
            {open && list(entry.entries ?? [], depth + 1)}
          </li>
        )
      })}
    </ul>
  )
  const rail = () => (
    <ul className="space-y-1">
      {entries.map((entry, at) => {
        if (entry.href !== undefined) return <li key={entry.key}>{page(entry, entry.href, 0, true)}</li>
        const expand = () => {
          flushSync(() => {
            set(entry.key, true)
            onExpand()
          })
          // The folder stands where its icon was.
          nav.current?.firstElementChild?.children[at]?.querySelector('button')?.focus()
        }
        return (
          <RailFolder key={entry.key} entry={entry} within={branch.includes(entry.key)} onExpand={expand}>
            {list(entry.entries ?? [], 1)}
          </RailFolder>
        )
      })}
    </ul>
  )
  return (
    <nav
      ref={nav}
      aria-label={t('menu')}
      className={`h-full overflow-y-auto overflow-x-hidden pt-1 pb-3 pl-[11px] [scrollbar-width:none] ${collapsed ? 'pr-[7px]' : 'pr-2'}`}
    >
      {collapsed ? rail() : list(entries, 0)}
    </nav>
  )
}
