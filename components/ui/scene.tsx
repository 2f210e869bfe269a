'use client' // So it comes once, with the shell: what can fail in a page and what stands in an empty list each brought their own.

/** What happened to the colonnade that stands where content would. */
export type SceneName = 'empty' | 'nothing' | 'failed' | 'forbidden' | 'missing' | 'offline' | 'orphan'

const places = [0, 1, 2, 3, 4, 5, 6].map((column) => 8 + column * 24)
const [first = 0, second = 0] = places
const middle = 3

const column = (x: number, width = 6) => `M${x} 16h${width}v60h-${width}z`
const columns = (at: readonly number[]) => at.map((x) => column(x)).join('')
const lintel = 'M2 8h164v6H2z'
const step = 'M2 78h164v3H2z'
const without = places.filter((_, at) => at !== middle)

const stone: Record<SceneName, string> = {
  empty: `M2 8h38v6H2z${columns([first, second])}${step}`,
  nothing: lintel + columns(places) + step,
  failed: lintel + columns(without) + step,
  forbidden: `${lintel}${columns([first, second, 128, 152])}${[56, 65, 74, 83, 92, 101, 110].map((x) => column(x, 5)).join('')}${step}`,
  missing: lintel + columns(without) + step,
  offline: `M2 4l70 4-.4 6L2 10zM166 4l-70 4 .4 6L166 10z${columns(without)}${step}`,
  orphan: columns([80]) + step,
}
const light: Partial<Record<SceneName, string>> = {
  empty: 'M14 16h18v60H14z',
  forbidden: 'M14 16h18v60H14zM134 16h18v60h-18z',
  missing: 'M62 16h42v60H62z',
  orphan: 'M86 16h18v60H86z',
}
/** What is not there. */
const dashed: Partial<Record<SceneName, string>> = {
  empty: `M41 8.5h124v5H41z${columns(places.slice(2).map((x) => x + 0.5))}`,
  missing: column(80),
  orphan: `M2.5 8.5h163v5H2.5z${columns([32.5, 128.5])}`,
}

/** The product's colonnade, arranged by what happened. */
export function Scene({ name }: { name: SceneName }) {
  return (
    <svg aria-hidden viewBox="0 0 168 88" width={168} height={88} className="max-w-full">
      <path className="fill-accent opacity-20" d={light[name]} />
      <path className="fill-line-strong forced-colors:fill-[CanvasText]" d={stone[name]} />
      {dashed[name] && (
        <path
          className="fill-none stroke-edge forced-colors:stroke-[CanvasText]"
          strokeDasharray="3 2.5"
          d={dashed[name]}
        />
      )}
      {name === 'nothing' && (
        <path
          className="fill-none stroke-accent-ink"
          strokeWidth="1.5"
          d="M62 34v-10h10M96 24h10v10M106 58v10H96M72 68H62V58"
        />
      )}
      {name === 'failed' && <path className="fill-danger-fill" d="M87 16.4l6 .9L84.4 76.9l-6-.9z" />}
    </svg>
  )
}
