import { useId } from 'react'
import { rhythm } from './rhythm'

const round = (value: number) => Math.round(value * 100) / 100

/** The sign of a system, as small as an icon: four columns under a lintel, in the colour of the theme around it. */
export function Sign({ code }: { code: string }) {
  const columns: string[] = []
  let x = 3
  for (const { width, lit } of rhythm(code, 4)) {
    const room = width * 12.6
    columns.push(`M${round(x)} 6.5h${round(lit ? room * 0.62 : 1.2)}V15H${round(x)}z`)
    x += room
  }
  return (
    <svg aria-hidden viewBox="0 0 18 18" className="size-[18px] shrink-0 rounded-sm bg-accent-soft">
      <path className="fill-accent-ink" d={`M3 3h12v1.8H3z${columns.join('')}`} />
    </svg>
  )
}

const facade = { width: 320, height: 132, column: 5, bays: 11 } as const

/** A system's house front, as wide as it is given room: light falls between its columns, and more where it is looked at. */
export function Facade({ code, className = '' }: { code: string; className?: string }) {
  const { width, height, column, bays } = facade
  const dawn = useId()
  const room = width - column * (bays + 1)
  let x = 0
  const drawn = rhythm(code, bays).map((bay) => {
    const from = x + column
    const across = bay.width * room
    x = from + across
    return { ...bay, from, across }
  })
  return (
    <svg aria-hidden viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" className={className}>
      <linearGradient id={dawn} x2="0" y2="1">
        <stop offset="0.1" className="[stop-color:var(--accent)]" stopOpacity="0" />
        <stop offset="1" className="[stop-color:var(--accent)]" />
      </linearGradient>
      {drawn.map(({ from, across, lit }) => (
        <rect
          key={from}
          data-lit={lit || undefined}
          x={round(from)}
          width={round(across)}
          height={height}
          fill={`url(#${dawn})`}
          className="opacity-35 transition-opacity duration-200 data-lit:opacity-70 group-hover:opacity-60 group-focus-visible:opacity-60 group-hover:data-lit:opacity-100 group-focus-visible:data-lit:opacity-100"
        />
      ))}
      <path
        className="fill-line forced-colors:fill-[CanvasText]"
        d={[0, ...drawn.map(({ from, across }) => from + across)]
          .map((at) => `M${round(at)} 0h${column}v${height}h-${column}z`)
          .join('')}
      />
    </svg>
  )
}
