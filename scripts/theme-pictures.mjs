import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { courtSize, drawCourt } from '../components/ui/court.ts'

/** Draws the pictures of the themes (specification section 9): the same court in each one's colour, by another light. */
const themes = {
  '01': { colour: '#3f7be8', light: (bay) => Math.exp(-((bay / 4.2) ** 2)) * (bay % 2 === 0 ? 1 : 0.6) },
  10: { colour: '#15a091', light: (bay) => Math.exp(-(((bay - 3) / 3.4) ** 2)) * (bay % 3 === 0 ? 1 : 0.55) },
  11: { colour: '#8a6cf0', light: (bay) => Math.exp(-(((Math.abs(bay) - 3) / 2.2) ** 2)) },
  12: { colour: '#d4713a', light: (bay) => Math.exp(-(((bay + 3) / 3.4) ** 2)) * (bay % 2 === 0 ? 0.6 : 1) },
}

// Half transparent throughout, so that each stands on light and on dark ground.
for (const [code, { colour, light }] of Object.entries(themes)) {
  const { bays, floor, columns, rings, lines } = drawCourt(light)
  const lit = (parts, least, most) =>
    parts
      .map((part) => [part.path, least + part.light * most])
      .filter(([, opacity]) => opacity >= 0.02)
      .map(([path, opacity]) => `<path d="${path}" opacity="${opacity.toFixed(2)}"/>`)
      .join('')
  const stops = (from, to) =>
    `<stop stop-color="${colour}" stop-opacity="${from}"/><stop offset="1" stop-color="${colour}" stop-opacity="${to}"/>`
  const picture = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${courtSize.width} ${courtSize.height}"><defs><linearGradient id="w" gradientUnits="userSpaceOnUse" x1="0" y1="40" x2="0" y2="600">${stops(0.12, 1)}</linearGradient><linearGradient id="f" gradientUnits="userSpaceOnUse" x1="0" y1="590" x2="0" y2="720">${stops(1, 0)}</linearGradient></defs><g fill="url(#w)">${lit(bays, 0.03, 0.25)}</g><g fill="url(#f)">${lit(floor, 0, 0.13)}</g><path fill="none" stroke="#8a8780" stroke-opacity=".22" d="${columns}${rings}${lines}"/></svg>\n`
  await writeFile(join(import.meta.dirname, '..', 'public', 'images', `theme-${code}.svg`), picture)
}
