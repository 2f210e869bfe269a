'use client'

import { ChevronDown, ExternalLink, LoaderCircle } from 'lucide-react'
import Link, { useLinkStatus } from 'next/link'
import { usePathname } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { entryAt, type MenuEntry, openBranch } from '#lib/menu-entry'
import { MenuIcon } from './menu-icon'

interface Props {
  entries: readonly MenuEntry[]
  /** Only icons show; a folder's icon opens the menu at that folder. */
  collapsed: boolean
  onExpand: () => void
  /** A page was chosen. */
  onGo: () => void
}

interface RowProps {
  entry: MenuEntry
  collapsed: boolean
  depth: number
}

const row =
  'flex min-h-9 w-full items-center gap-2 rounded-md py-1 pr-1.5 pl-2.5 text-md leading-4 text-soft hover:bg-hover hover:text-ink'
const indent = ({ collapsed, depth }: RowProps) => (collapsed ? undefined : { paddingLeft: 10 + depth * 14 })
const hint = ({ collapsed, entry }: RowProps) => (collapsed ? entry.title : undefined)

export function SideMenu({ entries, collapsed, onExpand, onGo }: Props) {
  const t = useTranslations('shell')
  const pathname = usePathname()
  const branch = openBranch(entries, pathname)
  const shown = entryAt(entries, pathname)
  // Folders that the person opened or closed by hand; the branch of the current page is open by itself (NAV-4).
  const [chosen, setChosen] = useState<Record<string, boolean>>({})

  const toggle = (key: string, open: boolean) => {
    setChosen((earlier) => ({ ...earlier, [key]: collapsed || !open }))
    if (collapsed) onExpand()
  }
  /** Going on closes nothing: what is open stays open, so that no entry moves away under the pointer. */
  const go = () => {
    const shown = branch.length > 0 ? branch : entries.map((entry) => entry.key)
    setChosen((earlier) => ({ ...Object.fromEntries(shown.map((key) => [key, true])), ...earlier }))
    onGo()
  }
  const list = (items: readonly MenuEntry[], depth: number) => (
    <ul className="space-y-0.5 not-first:mt-0.5">
      {items.map((entry) => {
        const shared = { entry, collapsed, depth }
        if (entry.href !== undefined) {
          const { href, external } = entry
          return (
            <li key={entry.key}>
              {external ? (
                <ExternalRow {...shared} href={href} label={t('externalLink', { title: entry.title })} />
              ) : (
                <PageRow
                  {...shared}
                  href={href}
                  current={entry === shown}
                  reason={entry.unavailable && t('switchedOff', { title: entry.title })}
                  onGo={go}
                />
              )}
            </li>
          )
        }
        const within = branch.includes(entry.key)
        const open = chosen[entry.key] ?? (within || (branch.length === 0 && depth === 0))
        return (
          <li key={entry.key}>
            <FolderRow {...shared} open={open} within={within} onToggle={() => toggle(entry.key, open)} />
            {open && !collapsed && list(entry.entries ?? [], depth + 1)}
          </li>
        )
      })}
    </ul>
  )
  return (
    <nav aria-label={t('menu')} className="h-full overflow-y-auto overflow-x-hidden p-1.5">
      {list(entries, 0)}
    </nav>
  )
}

interface PageRowProps extends RowProps {
  href: string
  current: boolean
  /** Why the page is not to be had at present; it says so itself as well. */
  reason: string | undefined
  onGo: () => void
}

function PageRow(props: PageRowProps) {
  const { entry, collapsed, href, current, reason, onGo } = props
  return (
    <Link
      href={href}
      prefetch={false}
      onClick={onGo}
      title={reason ?? hint(props)}
      aria-label={reason ?? entry.title}
      aria-current={current ? 'page' : undefined}
      data-unavailable={reason === undefined ? undefined : true}
      style={indent(props)}
      className={`${row} data-unavailable:text-faint aria-[current]:bg-accent-soft aria-[current]:font-medium aria-[current]:text-accent-ink`}
    >
      <PageIcon name={entry.icon} />
      {!collapsed && <span className="line-clamp-2 min-w-0">{entry.title}</span>}
    </Link>
  )
}

/** A page of a system that the shell does not show (NAV-3): it opens beside it, and learns nothing of it. */
function ExternalRow(props: RowProps & { href: string; label: string }) {
  const { entry, collapsed, href, label } = props
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      title={label}
      aria-label={label}
      style={indent(props)}
      className={row}
    >
      <MenuIcon name={entry.icon} />
      {!collapsed && (
        <>
          <span className="line-clamp-2 min-w-0 flex-1">{entry.title}</span>
          <ExternalLink aria-hidden className="size-3 shrink-0 text-faint" />
        </>
      )}
    </a>
  )
}

/** Turns while the page is on its way. */
function PageIcon({ name }: { name: string }) {
  const { pending } = useLinkStatus()
  return pending ? (
    <LoaderCircle aria-hidden className="size-4 shrink-0 animate-spin" />
  ) : (
    <MenuIcon name={name} />
  )
}

function FolderRow(props: RowProps & { open: boolean; within: boolean; onToggle: () => void }) {
  const { entry, collapsed, open, within, onToggle } = props
  return (
    <button
      type="button"
      aria-expanded={open && !collapsed}
      aria-label={entry.title}
      title={hint(props)}
      data-branch={within || undefined}
      onClick={onToggle}
      style={indent(props)}
      className={`${row} data-branch:text-ink`}
    >
      <MenuIcon name={entry.icon} otherwise="folder" />
      {!collapsed && (
        <>
          <span className="line-clamp-2 min-w-0 flex-1 text-left">{entry.title}</span>
          <ChevronDown
            aria-hidden
            className={`size-3.5 shrink-0 transition-transform ${open ? '' : '-rotate-90'}`}
          />
        </>
      )}
    </button>
  )
}
