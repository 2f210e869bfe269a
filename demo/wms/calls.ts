import { type Call, type Given, ownOf } from '../server/calls.ts'
import { refuseFaults, type Said } from '../server/refusal.ts'
import { seededRandom } from '../server/seeded-random.ts'
import { faultsOf, places } from './rules.js'
import { texts } from './texts.js'

export interface StockRow {
  code: string
  name: string
  place: string
  quantity: number
  /** ISO 8601. */
  changed: string
}

const items = [
  ['BAT-2204', '磷酸铁锂电芯 280Ah'],
  ['BAT-2210', 'LFP cell 314Ah'],
  ['BMS-0103', '电池管理主控板'],
  ['PCS-0500', 'Converter module 500 kW'],
  ['FUS-1250', '直流熔断器 1250V'],
  ['CBL-0070', 'DC cable 70 mm², 100 m'],
  ['COO-0031', '液冷泵'],
  ['SEN-0212', 'Temperature sensor NTC'],
  ['FIR-0008', '全氟己酮灭火装置'],
  ['EMS-0042', 'Gateway, rail mounted'],
  ['TOL-0019', '绝缘手套（副）'],
] as const

/** The system's API, over data in memory that every organization has its own of. */
export function wmsCalls(now: () => Date = () => new Date()): Call[] {
  const storeOf = ownOf(({ orgCode }) => plantStock(orgCode, now()))
  return [
    {
      method: 'GET',
      path: '/wms/stock',
      permission: 'wms.stock.search',
      answer: (given) => {
        const wanted = (given.query.get('search') ?? '').trim().slice(0, 50).toLowerCase()
        return storeOf(given).filter(({ code, name }) => `${code} ${name}`.toLowerCase().includes(wanted))
      },
    },
    {
      method: 'POST',
      path: '/wms/inbound',
      permission: 'wms.inbound.add',
      answer: (given) => receive(storeOf(given), given, now()),
    },
  ]
}

/** More of what lies there already at the same place, or something new. */
function receive(store: StockRow[], { body, locale }: Given, now: Date): StockRow {
  const faults = Object.entries(faultsOf(body))
  refuseFaults(
    locale,
    faults.map(([field, key]): [string, Said] => [
      field,
      { 'zh-cn': texts['zh-cn'][key], en: texts.en[key] },
    ]),
  )
  const code = String(body.code).trim().toUpperCase()
  const place = String(body.place)
  const changed = now.toISOString()
  const quantity = Number(body.quantity)
  const known = store.find((row) => row.code === code && row.place === place)
  if (known !== undefined) {
    known.quantity += quantity
    known.changed = changed
    return known
  }
  const row = { code, name: String(body.name).trim(), place, quantity, changed }
  store.unshift(row)
  return row
}

function plantStock(seed: string, now: Date): StockRow[] {
  const random = seededRandom(`wms ${seed}`)
  return items
    .filter(() => random.below(5) > 0)
    .map(([code, name]) => ({
      code,
      name,
      place: places[random.below(places.length)] ?? '',
      quantity: 1 + random.below(400),
      changed: new Date(now.getTime() - random.below(40 * 24 * 60) * 60_000).toISOString(),
    }))
}
