'use client'

import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { useSyncExternalStore } from 'react'

interface More {
  /** What it is about: a record's name, for one. */
  subject?: string | undefined
  /** What can be done about it, such as to undo it. */
  action?: { label: string; onPress: () => void } | undefined
}

interface Toast extends More {
  id: number
  kind: 'success' | 'info' | 'error' | 'warning'
  text: string
}

/** Milliseconds; what offers something stays longer. */
const offers = 12_000
const shownFor = { success: 4000, info: 5000, warning: 5000, error: 8000 }
let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

function set(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

function show(kind: Toast['kind'], text: string, more: More = {}): void {
  lastId += 1
  const id = lastId
  // The same twice at once tells nothing more, but may be of another record, whose way back stays.
  const others = toasts.filter(
    (toast) => toast.action !== undefined || toast.text !== text || toast.subject !== more.subject,
  )
  set([...others, { id, kind, text, ...more }])
  leaveAfter(id, more.action ? offers : shownFor[kind])
}

/** Whoever points at it or has the focus in it is still reading. */
function leaveAfter(id: number, time: number): void {
  setTimeout(() => {
    if (document.querySelector(`[data-toast="${id}"]:is(:hover, :focus-within)`)) leaveAfter(id, time)
    else dismiss(id)
  }, time)
}

function dismiss(id: number): void {
  set(toasts.filter((toast) => toast.id !== id))
}

export const toast = {
  success: (text: string, more?: More) => show('success', text, more),
  info: (text: string, more?: More) => show('info', text, more),
  error: (text: string, more?: More) => show('error', text, more),
  warning: (text: string, more?: More) => show('warning', text, more),
}

const none: readonly Toast[] = []
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const icons = { success: CircleCheck, info: Info, warning: CircleAlert, error: CircleAlert }
const looks = {
  success: 'text-success',
  info: 'text-accent-ink',
  warning: 'text-warning',
  error: 'text-danger',
}

export function Toaster({ label, dismissLabel }: { label: string; dismissLabel: string }) {
  const shown = useSyncExternalStore(
    subscribe,
    () => toasts,
    () => none,
  )
  return (
    <section
      aria-label={label}
      aria-live="polite"
      className="pointer-events-none fixed right-5 bottom-18 z-60 flex flex-col items-end gap-2 max-narrow:inset-x-3 max-narrow:bottom-16"
    >
      {shown.map(({ id, kind, text, subject, action }) => {
        const Icon = icons[kind]
        return (
          <div
            key={id}
            data-toast={id}
            role={kind === 'success' || kind === 'info' ? 'status' : 'alert'}
            className="pointer-events-auto flex w-[340px] max-w-full animate-rise items-start gap-2.5 rounded-lg border border-line-strong bg-raised py-2.5 pr-2 pl-3 text-md shadow-overlay max-narrow:w-full"
          >
            <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${looks[kind]}`} />
            <div className="min-w-0 flex-1 break-words">
              <p className={subject === undefined ? '' : 'font-semibold'}>{text}</p>
              {subject !== undefined && <p className="text-soft">{subject}</p>}
            </div>
            {action && (
              <button
                type="button"
                onClick={() => {
                  dismiss(id)
                  action.onPress()
                }}
                className="-my-0.5 h-6 shrink-0 rounded-sm px-2 font-medium text-accent-ink hover:bg-hover"
              >
                {action.label}
              </button>
            )}
            <button
              type="button"
              aria-label={dismissLabel}
              onClick={() => dismiss(id)}
              className="-my-0.5 grid size-6 shrink-0 place-items-center rounded-sm text-faint hover:bg-hover hover:text-ink"
            >
              <X aria-hidden className="size-3.5" />
            </button>
          </div>
        )
      })}
    </section>
  )
}
