import { courtSize, drawCourt } from '#components/ui/court'

/** Brightest in the middle, with every other bay a little darker. */
const light = (bay: number) => Math.exp(-((bay / 4.2) ** 2)) * (bay % 2 === 0 ? 1 : 0.62)

/** The courtyard, which fills what it stands in. */
export function CourtView() {
  const { bays, floor, columns, rings, lines } = drawCourt(light)
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${courtSize.width} ${courtSize.height}`}
      preserveAspectRatio="xMidYMid slice"
      className="absolute inset-0 size-full"
    >
      <defs>
        <linearGradient id="court-wall" gradientUnits="userSpaceOnUse" x1="0" y1="40" x2="0" y2="600">
          <stop offset="0" className="[stop-color:var(--accent)]" stopOpacity="0.3" />
          <stop offset="1" className="[stop-color:var(--accent)]" />
        </linearGradient>
        <linearGradient id="court-floor" gradientUnits="userSpaceOnUse" x1="0" y1="590" x2="0" y2="720">
          <stop offset="0" className="[stop-color:var(--accent)]" />
          <stop offset="1" className="[stop-color:var(--accent)]" stopOpacity="0" />
        </linearGradient>
      </defs>
      <g fill="url(#court-wall)" className="forced-colors:hidden">
        {bays.map(({ path, light }) => (
          <path key={path} d={path} opacity={(0.05 + light * 0.52).toFixed(2)} />
        ))}
      </g>
      <g fill="url(#court-floor)" className="forced-colors:hidden">
        {floor.map(({ path, light }) => (
          <path key={path} d={path} opacity={(light * 0.28).toFixed(2)} />
        ))}
      </g>
      <path className="fill-raised stroke-line-strong" strokeWidth="0.75" d={columns} />
      <path className="fill-raised stroke-line-strong" strokeWidth="0.75" d={rings} />
      <path className="fill-none stroke-line-strong" d={lines} />
    </svg>
  )
}
