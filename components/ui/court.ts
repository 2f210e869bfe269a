/** What a courtyard is drawn of, as paths in a picture of `courtSize`. */
interface Court {
  /** Light between the columns, and on the floor before them, from 0 to 1. */
  bays: { path: string; light: number }[]
  floor: { path: string; light: number }[]
  columns: string
  /** The ring that the columns carry, and the one that they stand on. */
  rings: string
  /** Circles on the floor. */
  lines: string
}

export const courtSize = { width: 1000, height: 900 } as const

/** The eye: behind the middle of a round court of radius 1, half as high as its columns. */
const eye = { back: 0.6, height: 0.5, focus: 832, horizon: 330 } as const
const pitch = 0.096
const columnWidth = 0.021
const columnsToASide = 12
/** Further round than that is behind the eye. */
const widestAngle = 1.95

/**
 * The courtyard that the product is named after, seen from inside.
 * @param light how much of it falls through the bay so many to the side of the middle one, from 0 to 1
 */
export function drawCourt(light: (bay: number) => number): Court {
  const bays: Court['bays'] = []
  const floor: Court['floor'] = []
  const columns: string[] = []
  for (let bay = -columnsToASide; bay <= columnsToASide; bay += 1) {
    const from = (bay - 0.5) * pitch + columnWidth / 2
    const to = (bay + 0.5) * pitch - columnWidth / 2
    const quad = [at(from, 0), at(from, 1), at(to, 1), at(to, 0)]
    bays.push({ path: `M${quad.join('L')}z`, light: light(bay) })
    const shade = [at(from, 0, 0.97), at(to, 0, 0.97), at(to * 0.85, 0, 0.62), at(from * 0.85, 0, 0.62)]
    floor.push({ path: `M${shade.join('L')}z`, light: light(bay) })
    const edge = [at(to, 0), at(to, 1), at(to + columnWidth, 1), at(to + columnWidth, 0)]
    columns.push(`M${edge.join('L')}z`)
  }
  const band = (low: string[], high: string[]) => `M${[...low, ...high.reverse()].join('L')}z`
  return {
    bays,
    floor,
    columns: columns.join(''),
    rings: band(arc(1), arc(1.07)) + band(arc(0), arc(0, 0.97)),
    lines: [arc(1.1), arc(0, 0.96), arc(0, 0.85), arc(0, 0.66), arc(0, 0.4)]
      .map((points) => `M${points.join('L')}`)
      .join(''),
  }
}

function arc(height: number, radius = 1): string[] {
  const steps = 48
  return Array.from({ length: steps + 1 }, (_, step) =>
    at(((step / steps) * 2 - 1) * widestAngle, height, radius),
  )
}

function at(angle: number, height: number, radius = 1): string {
  const depth = Math.max(radius * Math.cos(angle) + eye.back, 0.14)
  const scale = eye.focus / depth
  const x = courtSize.width / 2 + Math.sin(angle) * radius * scale
  const y = eye.horizon - (height - eye.height) * scale
  return `${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`
}
