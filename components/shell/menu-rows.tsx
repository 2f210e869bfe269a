'use client'

import { ChevronRight, ExternalLink, LoaderCircle } from 'lucide-react'
import Link, { useLinkStatus } from 'next/link'
import { useTranslations } from 'next-intl'
import type { MenuEntry } from '#lib/menu-entry'
import { MenuIcon } from './menu-icon'

export interface RowProps {
  entry: MenuEntry
  /** Only its icon shows. */
  collapsed: boolean
  /** Folders around it that it is drawn within. */
  depth: number
}

const here = {
  page: 'place aria-[current]:bg-press aria-[current]:font-semibold aria-[current]:text-ink aria-[current]:[&>svg:first-child]:text-accent-ink',
  folder: 'place data-here:bg-press data-here:text-accent-ink',
}
const row = 'relative flex w-full items-center gap-2.5 rounded-md text-base hover:bg-hover hover:text-ink'
const size = ({ collapsed }: RowProps) =>
  `text-soft ${collapsed ? 'h-8 justify-center' : 'min-h-[30px] px-2 max-mobile:min-h-10 max-mobile:text-md'}`
const indent = ({ collapsed, depth }: RowProps) =>
  collapsed || depth < 2 ? undefined : { paddingLeft: 8 + (depth - 1) * 14 }

interface PageRowProps extends RowProps {
  current: boolean
  onGo: () => void
}

export function PageRow(props: PageRowProps & { href: string }) {
  const { entry, collapsed, href, current, onGo } = props
  const t = useTranslations('shell')
  /** Why the page is not to be had at present; it says so itself as well. */
  const reason = entry.unavailable && t('switchedOff', { title: entry.title })
  return (
    <Link
      href={href}
      prefetch={false}
      onClick={onGo}
      title={reason ?? entry.title}
      aria-label={reason ?? entry.title}
      aria-current={current ? 'page' : undefined}
      data-unavailable={reason === undefined ? undefined : true}
      style={indent(props)}
      className={`${row} ${size(props)} ${here.page} data-unavailable:text-faint`}
    >
      <PageIcon name={entry.icon} />
      {!collapsed && <span className="min-w-0 truncate">{entry.title}</span>}
    </Link>
  )
}

/** A page of a system that the shell does not show (NAV-3): it opens beside it, and learns nothing of it. */
export function ExternalRow(props: RowProps & { href: string }) {
  const { entry, collapsed, href } = props
  const label = useTranslations('shell')('externalLink', { title: entry.title })
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      title={label}
      aria-label={label}
      style={indent(props)}
      className={`${row} ${size(props)}`}
    >
      <MenuIcon name={entry.icon} />
      {!collapsed && (
        <>
          <span className="min-w-0 flex-1 truncate">{entry.title}</span>
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

interface FolderRowProps extends RowProps {
  open: boolean
  /** The current page is in it. */
  within: boolean
  onToggle: () => void
}

export function FolderRow(props: FolderRowProps) {
  const { entry, depth, open, within, onToggle } = props
  const look = depth === 0 ? 'min-h-7 px-2 text-faint hover:text-ink max-mobile:min-h-10' : size(props)
  return (
    <button
      type="button"
      aria-expanded={open}
      aria-label={entry.title}
      title={entry.title}
      data-branch={within || undefined}
      onClick={onToggle}
      style={indent(props)}
      className={`${row} ${look}`}
    >
      <MenuIcon name={entry.icon} otherwise="folder" className={depth === 0 ? 'size-3.5 mx-px' : undefined} />
      <span className="min-w-0 flex-1 truncate text-left">{entry.title}</span>
      <ChevronRight
        aria-hidden
        className={`size-3 shrink-0 transition-transform ${open ? 'rotate-90' : ''}`}
      />
    </button>
  )
}

interface RailButtonProps {
  entry: MenuEntry
  open: boolean
  within: boolean
  onFocus: () => void
  onPress: () => void
}

/** A folder of the collapsed menu. */
export function RailButton({ entry, open, within, onFocus, onPress }: RailButtonProps) {
  return (
    <button
      type="button"
      aria-expanded={open}
      aria-label={entry.title}
      data-branch={within || undefined}
      data-here={within || undefined}
      onFocus={(event) => event.currentTarget.matches(':focus-visible') && onFocus()}
      onClick={onPress}
      className={`${row} h-8 justify-center text-soft ${here.folder}`}
    >
      <MenuIcon name={entry.icon} otherwise="folder" />
    </button>
  )
}
