import type { Page } from '../server/files.ts'
import type { Locale } from '../server/refusal.ts'
import { plantOf } from './plant.ts'
import { wall } from './server-texts.ts'

/**
 * `GET /ems/screen`: a page of its own, outside the console, for a screen on a wall (GUARD-9). Nobody is signed in
 * there, so it shows figures of its own and nothing of any organization.
 */
export function screenPage(locale: Locale, now = new Date()): Page {
  const { stations, alarms } = plantOf('WALL', now)
  const online = stations.filter(({ state }) => state !== 'offline')
  const megawatts = stations.reduce((sum, { power }) => sum + power, 0) / 1000
  const capacity = stations.reduce((sum, station) => sum + station.capacity, 0) / 1000
  const hours = (now.getTime() % 86_400_000) / 3_600_000
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 1, minimumFractionDigits: 1 })
  const t = wall[locale]
  const figures = [
    [t.power, number.format(megawatts)],
    [t.stations, `${online.length} / ${stations.length}`],
    [t.energy, number.format(capacity * 0.4 * hours)],
    [t.alarms, String(alarms.filter(({ state }) => state === 'open').length)],
  ]
  const tiles = figures.map(([label, value]) => `<div><dt>${label}</dt><dd>${value}</dd></div>`).join('')
  const text = `<!doctype html><html lang="${locale === 'en' ? 'en' : 'zh-CN'}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><meta http-equiv="refresh" content="30">
<title>${t.title}</title><style>${style}</style></head>
<body><h1>${t.title}</h1><dl>${tiles}</dl><p>${t.note}</p></body></html>`
  return { type: 'text/html; charset=utf-8', text }
}

const style = `
body{margin:0;min-height:100dvh;box-sizing:border-box;padding:4vmin;display:flex;flex-direction:column;gap:4vmin;
background:#0b0e13;color:#e8ebf0;font-family:system-ui,"PingFang SC","Microsoft YaHei","Noto Sans CJK SC",sans-serif}
h1{margin:0;font-size:3.4vmin;font-weight:600}
dl{margin:0;flex:1;display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,38vw),1fr));gap:3vmin}
div{background:#161a21;border:1px solid #262c36;border-radius:1.6vmin;padding:4vmin;display:flex;flex-direction:column;
justify-content:space-between}
dt{font-size:3vmin;color:#aab2c0}
dd{margin:0;font-size:13vmin;line-height:1.1;font-weight:600;font-variant-numeric:tabular-nums}
p{margin:0;font-size:2vmin;color:#8b94a4}`
