'use client'

import { PanelLeftClose, PanelLeftOpen } from 'lucide-react'
import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { resized, type SplitSize, splitLimits } from '#lib/split-size'
import { setSplitCookie } from '#lib/storage'

interface Props {
  /** Its size is kept under this name. */
  name: string
  /** What the cookie said, so that the first frame is right. */
  initial: SplitSize
  labels: { separator: string; collapse: string; expand: string }
  /** The pane that is resized; it gets the button that collapses it. */
  first: (collapse: ReactNode) => ReactNode
  children: ReactNode
}

/** Per cent that an arrow key moves. */
const step = 2

/**
 * Two panes side by side, the first between 10 and 40 per cent wide, or collapsed to 3 (specification section 9). Under
 * 992 px they stand below each other.
 */
export function SplitView({ name, initial, labels, first, children }: Props) {
  const [split, setSplit] = useState(initial)
  const [dragged, setDragged] = useState(false)
  const whole = useRef<HTMLDivElement>(null)
  const latest = useRef(split)
  const pressed = useRef(false)
  const id = useId()
  const shown = split.collapsed ? splitLimits.collapsed : split.size

  useEffect(() => {
    // The button that was pressed is gone; the one in its place takes the focus.
    if (!pressed.current) return
    pressed.current = false
    const button = `button[aria-expanded=${!split.collapsed}]`
    whole.current?.querySelector<HTMLElement>(button)?.focus()
  }, [split.collapsed])

  const set = (next: SplitSize) => {
    latest.current = next
    setSplit(next)
  }
  const keep = (next: SplitSize) => {
    set(next)
    setSplitCookie(name, next)
  }
  const toggle = () => keep({ ...split, collapsed: !split.collapsed })
  const press = () => {
    pressed.current = true
    toggle()
  }
  const drag = (event: PointerEvent) => {
    const box = whole.current?.getBoundingClientRect()
    if (dragged && box) set(resized(latest.current, ((event.clientX - box.left) / box.width) * 100))
  }
  const end = () => {
    if (dragged) keep(latest.current)
    setDragged(false)
  }
  const steer = (event: KeyboardEvent) => {
    const { smallestOnResize, largest } = splitLimits
    const sizes: Record<string, number> = {
      ArrowLeft: Math.max(split.size - step, smallestOnResize),
      ArrowRight: split.collapsed ? split.size : split.size + step,
      Home: smallestOnResize,
      End: largest,
    }
    const size = sizes[event.key]
    if (size === undefined && event.key !== 'Enter') return
    event.preventDefault()
    if (size === undefined) toggle()
    else keep(resized(split, size))
  }
  return (
    <div
      ref={whole}
      style={{ '--split': `${shown}%` } as React.CSSProperties}
      className={`flex min-h-0 flex-1 max-mobile:flex-col ${dragged ? 'cursor-col-resize select-none' : ''}`}
    >
      <div id={id} className="min-w-9 shrink-0 basis-(--split) max-mobile:mb-4 max-mobile:basis-auto">
        {split.collapsed && (
          <ToggleButton label={labels.expand} expanded={false} controls={id} onPress={press}>
            <PanelLeftOpen aria-hidden className="size-4" />
          </ToggleButton>
        )}
        <div className={`h-full ${split.collapsed ? 'mobile:hidden' : ''}`}>
          {first(
            <ToggleButton label={labels.collapse} expanded controls={id} onPress={press}>
              <PanelLeftClose aria-hidden className="size-4" />
            </ToggleButton>,
          )}
        </div>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a rule cannot be moved. */}
      <div
        role="separator"
        tabIndex={0}
        aria-label={labels.separator}
        aria-orientation="vertical"
        aria-controls={id}
        aria-valuemin={splitLimits.collapsed}
        aria-valuemax={splitLimits.largest}
        aria-valuenow={Math.round(shown)}
        onPointerDown={(event) => {
          if (event.button !== 0) return
          event.currentTarget.setPointerCapture(event.pointerId)
          setDragged(true)
        }}
        onPointerMove={drag}
        onPointerUp={end}
        onPointerCancel={end}
        onKeyDown={steer}
        className="group grid w-4 shrink-0 cursor-col-resize touch-none place-items-center rounded-sm max-mobile:hidden"
      >
        <span
          aria-hidden
          className={`h-full w-0.5 rounded-full group-hover:bg-accent ${dragged ? 'bg-accent' : 'bg-transparent'}`}
        />
      </div>
      <div className="min-h-0 min-w-0 flex-1">{children}</div>
    </div>
  )
}

interface ToggleProps {
  label: string
  expanded: boolean
  controls: string
  onPress: () => void
  children: ReactNode
}

function ToggleButton({ label, expanded, controls, onPress, children }: ToggleProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-expanded={expanded}
      aria-controls={controls}
      onClick={onPress}
      className="grid size-8 shrink-0 place-items-center rounded-md text-soft hover:bg-hover hover:text-ink max-mobile:hidden"
    >
      {children}
    </button>
  )
}
