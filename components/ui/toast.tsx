'use client'

import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { useSyncExternalStore } from 'react'

interface Toast {
  id: number
  kind: 'success' | 'info' | 'error' | 'warning'
  text: string
}

const shownFor = { success: 4000, info: 5000, warning: 5000, error: 8000 }
let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

function set(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

function show(kind: Toast['kind'], text: string): void {
  lastId += 1
  const id = lastId
  // The same text twice at once tells nothing more.
  set([...toasts.filter((toast) => toast.text !== text), { id, kind, text }])
  setTimeout(() => dismiss(id), shownFor[kind])
}

function dismiss(id: number): void {
  set(toasts.filter((toast) => toast.id !== id))
}

export const toast = {
  success: (text: string) => show('success', text),
  info: (text: string) => show('info', text),
  error: (text: string) => show('error', text),
  warning: (text: string) => show('warning', text),
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
      className="pointer-events-none fixed inset-x-0 top-14 z-60 flex flex-col items-center gap-2 px-4"
    >
      {shown.map(({ id, kind, text }) => {
        const Icon = icons[kind]
        return (
          <div
            key={id}
            role={kind === 'success' || kind === 'info' ? 'status' : 'alert'}
            className="pointer-events-auto flex max-w-[520px] items-start gap-2 rounded-md border border-line bg-raised py-2 pr-1 pl-3 text-md shadow-overlay"
          >
            <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${looks[kind]}`} />
            <span className="min-w-0 break-words">{text}</span>
            <button
              type="button"
              aria-label={dismissLabel}
              onClick={() => dismiss(id)}
              className="-my-0.5 grid size-6 shrink-0 place-items-center rounded-sm text-faint hover:bg-hover"
            >
              <X aria-hidden className="size-3.5" />
            </button>
          </div>
        )
      })}
    </section>
  )
}
