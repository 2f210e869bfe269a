import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const themes = ['01', '10', '11', '12']
const schemes = ['day', 'night'] as const
type Scheme = (typeof schemes)[number]
type Colour = readonly [red: number, green: number, blue: number, alpha: number]

const grounds = ['canvas', 'surface', 'raised', 'sunken']
const texts = ['ink', 'soft', 'faint', 'accent-ink', 'danger', 'success', 'warning']
/** The least of WCAG 2.2 AA: 1.4.3 for text, 1.4.11 for what a control is known by. */
const least = { text: 4.5, edge: 3 }

const tokens = declarationsOf('tokens.css')
const colours = Object.fromEntries(themes.map((theme) => [theme, { ...tokens.root, ...themeOf(theme) }]))

for (const theme of themes) {
  for (const scheme of schemes) {
    test(`A11Y-1 theme ${theme} by ${scheme} keeps the contrast of every pair`, () => {
      expect(faintPairs(theme, scheme)).toEqual([])
    })
  }
}

test('A11Y-1 the contrast is that of WCAG, and of two colours that lie over each other', () => {
  expect(contrast([0, 0, 0, 1], [1, 1, 1, 1])).toBeCloseTo(21)
  expect(contrast(parse('#767676', 'day', {}), [1, 1, 1, 1])).toBeCloseTo(4.54, 2)
  expect(
    parse('oklch(62.8% 0.2577 29.23)', 'day', {})
      .slice(0, 3)
      .map((part) => Math.round(part * 255)),
  ).toEqual([255, 0, 0])
  expect(over([0, 0, 0, 0.5], [1, 1, 1, 1])[0]).toBe(0.5)
})

function faintPairs(theme: string, scheme: Scheme): string[] {
  const colour = (name: string) => parse(`var(--${name})`, scheme, colours[theme] ?? {})
  const faint: string[] = []
  const hold = (kind: keyof typeof least, front: string, ...behind: string[]) => {
    const ground = behind.map(colour).reduce((below, above) => over(above, below))
    const found = contrast(over(colour(front), ground), ground)
    if (found < least[kind]) faint.push(`${front} on ${behind.join(' + ')}: ${found.toFixed(2)}`)
  }
  for (const ground of grounds) {
    for (const layer of [[], ['hover'], ['press']]) {
      for (const text of texts) hold('text', text, ground, ...layer)
    }
    for (const edge of ['edge', 'accent', 'danger-fill', 'focus']) hold('edge', edge, ground)
  }
  for (const text of ['ink', 'soft', 'faint']) hold('text', text, 'row-hover')
  for (const kind of ['accent', 'danger', 'success', 'warning']) {
    const own = kind === 'accent' ? 'accent-ink' : kind
    for (const text of ['ink', 'soft', 'faint', own]) hold('text', text, `${kind}-soft`)
    hold('edge', 'edge', `${kind}-soft`)
  }
  for (const fill of ['accent', 'accent-hover', 'danger-fill', 'danger-fill-hover'])
    hold('text', 'on-accent', fill)
  hold('text', 'on-inverse', 'inverse')
  hold('text', 'on-inverse-soft', 'inverse')
  return faint
}

/** The custom properties of a stylesheet, by the selectors that declare them. */
function declarationsOf(file: string): Record<string, Record<string, string>> {
  const css = readFileSync(new URL(`../../app/${file}`, import.meta.url), 'utf8').replace(
    /\/\*[\s\S]*?\*\//g,
    '',
  )
  const found: Record<string, Record<string, string>> = {}
  const plain = css.slice(
    css.indexOf('@layer'),
    css.indexOf('@media') < 0 ? undefined : css.indexOf('@media'),
  )
  for (const [, selectors = '', body = ''] of plain.matchAll(/([^{};]+)\{([^{}]*)\}/g)) {
    for (const selector of selectors.split(',').map((part) => part.trim())) {
      const name = selector === ':root' ? 'root' : selector
      found[name] ??= {}
      for (const [, property = '', value = ''] of body.matchAll(/--([\w-]+):\s*([^;]+);/g)) {
        found[name][property] = value.trim()
      }
    }
  }
  return found
}

function themeOf(theme: string): Record<string, string> {
  const declared = declarationsOf('themes.css')
  return { ...declared[`[data-theme="${theme}"]`], ...declared['[data-theme]'] }
}

function parse(value: string, scheme: Scheme, known: Record<string, string>): Colour {
  const call = /^([\w-]+)\((.*)\)$/s.exec(value)
  const [, name, inside = ''] = call ?? []
  if (name === 'var') {
    const next = known[inside.slice(2)]
    if (next === undefined) throw new Error(`${inside} is not declared`)
    return parse(next, scheme, known)
  }
  if (name === 'light-dark') {
    const [day = '', night = ''] = inside.split(/,(?![^(]*\))/).map((part) => part.trim())
    return parse(scheme === 'day' ? day : night, scheme, known)
  }
  if (name === 'oklch') return fromOklch(inside)
  const hex = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(value)?.[1]
  if (hex === undefined) throw new Error(`${value} is no colour`)
  const size = hex.length / 3
  const [red = 0, green = 0, blue = 0] = [0, 1, 2].map((part) => {
    const digits = hex.slice(part * size, (part + 1) * size)
    return Number.parseInt(digits.padEnd(2, digits), 16) / 255
  })
  return [red, green, blue, 1]
}

/** CSS Color 4, section 9.2, and its matrices; what is outside of sRGB is clipped, as browsers do. */
function fromOklch(inside: string): Colour {
  const [polar = '', alpha = '100%'] = inside.split('/').map((part) => part.trim())
  const [light = 0, chroma = 0, hue = 0] = polar.split(/\s+/).map((part) => Number.parseFloat(part))
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const l = (light / 100 + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (light / 100 - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (light / 100 - 0.0894841775 * a - 1.291485548 * b) ** 3
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
  const [red = 0, green = 0, blue = 0] = linear.map((part) => {
    const clipped = Math.min(1, Math.max(0, part))
    return clipped <= 0.0031308 ? 12.92 * clipped : 1.055 * clipped ** (1 / 2.4) - 0.055
  })
  return [red, green, blue, Number.parseFloat(alpha) / 100]
}

function over(above: Colour, below: Colour): Colour {
  const mix = (part: 0 | 1 | 2) => above[part] * above[3] + below[part] * (1 - above[3])
  return [mix(0), mix(1), mix(2), 1]
}

function luminance([red, green, blue]: Colour): number {
  const linear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

function contrast(one: Colour, other: Colour): number {
  const [less = 0, more = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (more + 0.05) / (less + 0.05)
}
