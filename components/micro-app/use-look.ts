import { useSyncExternalStore } from 'react'
import type { Look } from '#lib/micro-messages'
import { observerOf } from './shown-observers'

/** What a page is handed of the shell's look, by the CSS properties that it finds it under (FRAME-9). */
const lookProperties = {
  accent: '--console-accent',
  accentHover: '--console-accent-hover',
  accentSoft: '--console-accent-soft',
  accentInk: '--console-accent-ink',
  onAccent: '--console-on-accent',
  canvas: '--console-canvas',
  surface: '--console-surface',
  line: '--console-line',
  ink: '--console-ink',
  soft: '--console-soft',
  danger: '--console-danger',
  success: '--console-success',
  warning: '--console-warning',
} as const satisfies Partial<Record<keyof Look, string>>

/** Pixels of the text that is read, at the console's smallest size. */
const readingSize = 13
const smallestSize = 12

const known = new Map<string, string>()
let paper: CanvasRenderingContext2D | null

/** In the words that every library reads, whatever the console's style sheets say it in. */
function rgbOf(colour: string): string {
  const made = known.get(colour)
  if (made !== undefined) return made
  paper ??= document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  if (paper === null || colour === '' || /^rgba?\(/.test(colour)) return colour
  paper.clearRect(0, 0, 1, 1)
  paper.fillStyle = colour
  paper.fillRect(0, 0, 1, 1)
  const [red, green, blue, alpha = 255] = paper.getImageData(0, 0, 1, 1).data
  const solid = `${red}, ${green}, ${blue}`
  const text = alpha === 255 ? `rgb(${solid})` : `rgba(${solid}, ${Math.round((alpha / 255) * 100) / 100})`
  known.set(colour, text)
  return text
}

/** Pixels of a field or a button in the console (app/tokens.css). */
const controlHeights: Record<Look['density'], number> = { comfortable: 32, normal: 30, compact: 28 }

function readLook(): string {
  const root = document.documentElement
  const style = getComputedStyle(root)
  const colours = Object.entries(lookProperties).map(([name, property]) => [
    name,
    rgbOf(style.getPropertyValue(property).trim()),
  ])
  const size = Number(root.dataset.fontSize ?? smallestSize)
  const fontSize = Math.round((readingSize * size) / smallestSize)
  const density = root.dataset.density ?? 'normal'
  return JSON.stringify({
    ...Object.fromEntries(colours),
    fontSize,
    density: Object.hasOwn(controlHeights, density) ? density : 'normal',
  })
}

function subscribe(listener: () => void): () => void {
  const dark = matchMedia('(prefers-color-scheme: dark)')
  const watcher = new MutationObserver(listener)
  const attributeFilter = ['data-theme', 'data-font-size', 'data-density', 'data-scheme', 'class', 'style']
  watcher.observe(document.documentElement, { attributes: true, attributeFilter })
  dark.addEventListener('change', listener)
  return () => {
    watcher.disconnect()
    dark.removeEventListener('change', listener)
  }
}

/** The shell's look as it is now, as text, which is the same while it is. In the browser only. */
export function useLook(): string {
  return useSyncExternalStore(subscribe, readLook)
}

/** Puts the look on the root of a page, so that its styles can follow. */
export function dress(page: Document, look: Look, scheme: 'light' | 'dark'): void {
  const { style } = page.documentElement
  for (const [name, property] of Object.entries(lookProperties)) {
    style.setProperty(property, look[name as keyof typeof lookProperties])
  }
  style.setProperty('--console-font-size', `${look.fontSize}px`)
  style.setProperty('--console-control-height', `${controlHeights[look.density]}px`)
  style.setProperty('--console-density', look.density)
  style.setProperty('--console-scheme', scheme)
}

/** Dresses a page, and again where it takes away what stands at its root: React does that where it draws a whole document. */
export function keepDressed(page: Document, dressNow: () => void): void {
  dressNow()
  const { defaultView: view, documentElement } = page
  const look = () => void (documentElement.style.getPropertyValue('--console-scheme') || dressNow())
  if (view) observerOf(view, look).observe(documentElement, { attributeFilter: ['style'] })
}
