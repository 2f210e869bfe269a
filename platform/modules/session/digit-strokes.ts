/** x from left, y from the top, both in 0 to 1. */
export type Point = readonly [number, number]

/** Part of an ellipse; angles in turns, from the right and downwards. */
function arc(x: number, y: number, radiusX: number, radiusY: number, from: number, to: number): Point[] {
  const steps = Math.max(6, Math.ceil(Math.abs(to - from) * 24))
  return Array.from({ length: steps + 1 }, (_, at) => {
    const angle = (from + ((to - from) * at) / steps) * Math.PI * 2
    return [x + radiusX * Math.cos(angle), y + radiusY * Math.sin(angle)]
  })
}

const strokes: readonly (readonly Point[][])[] = [
  [arc(0.5, 0.5, 0.36, 0.5, 0, 1)],
  [
    [
      [0.28, 0.22],
      [0.54, 0],
      [0.54, 1],
    ],
    [
      [0.3, 1],
      [0.78, 1],
    ],
  ],
  [[...arc(0.5, 0.28, 0.34, 0.28, 0.52, 1.08), [0.16, 1], [0.86, 1]]],
  [[...arc(0.47, 0.25, 0.32, 0.25, 0.58, 1.25), ...arc(0.47, 0.74, 0.36, 0.26, 0.75, 1.42)]],
  [
    [
      [0.64, 1],
      [0.64, 0],
      [0.12, 0.7],
      [0.88, 0.7],
    ],
  ],
  [[[0.8, 0], [0.27, 0], [0.2, 0.45], ...arc(0.47, 0.68, 0.35, 0.32, 0.66, 1.4)]],
  [[[0.7, 0], ...arc(0.5, 0.68, 0.35, 0.32, 0.54, 0.5)], arc(0.5, 0.68, 0.35, 0.32, 0, 1)],
  [
    [
      [0.14, 0],
      [0.84, 0],
      [0.4, 1],
    ],
  ],
  [arc(0.5, 0.25, 0.29, 0.25, 0, 1), arc(0.5, 0.75, 0.35, 0.25, 0, 1)],
  [[[0.3, 1], ...arc(0.5, 0.32, 0.35, 0.32, 0.04, 0)], arc(0.5, 0.32, 0.35, 0.32, 0, 1)],
]

/** The lines that write a digit. */
export function digitStrokes(digit: string): readonly (readonly Point[])[] {
  return strokes[Number(digit)] ?? []
}
