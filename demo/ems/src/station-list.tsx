import { useState } from 'react'
import type { Station, StationState } from '../model.ts'
import { useCall, useClient, useProps, useRoute, useTexts } from './client.ts'
import { DispatchDialog } from './dispatch-dialog.tsx'
import { Badge, List } from './parts.tsx'
import { SearchForm } from './search-form.tsx'

const looks: Record<StationState, string> = {
  charging: 'success',
  discharging: 'success',
  standby: 'neutral',
  fault: 'danger',
  offline: 'warning',
}

export function StationList() {
  const t = useTexts()
  const { route } = useClient()
  const { locale } = useProps()
  const search = useRoute().query.get('search') ?? ''
  const loaded = useCall<Station[]>('/stations', { search })
  const [steered, setSteered] = useState<Station>()
  const number = new Intl.NumberFormat(locale)
  const head = [
    { label: t.station },
    { label: t.code },
    { label: t.state },
    { label: t.power, number: true },
    { label: t.capacity, number: true },
    { label: t.charge },
    { label: t.operations },
  ]
  const rows = (loaded.data ?? []).map((station) => (
    <tr key={station.id}>
      <td>{station.name}</td>
      <td>{station.code}</td>
      <td>
        <Badge look={looks[station.state]}>{t.stationStates[station.state]}</Badge>
      </td>
      <td className="number">{number.format(station.power)}</td>
      <td className="number">{number.format(station.capacity)}</td>
      <td>
        <ChargeBar percent={station.charge} label={t.charge} />
      </td>
      <td>
        <Order station={station} onOrder={() => setSteered(station)} />
      </td>
    </tr>
  ))
  return (
    <>
      <SearchForm
        label={t.searchStation}
        search={search}
        onSearch={(wanted) =>
          route.push(wanted === '' ? '/stations' : `/stations?${new URLSearchParams({ search: wanted })}`)
        }
      />
      <List
        label={t.stations}
        head={head}
        loaded={loaded}
        rows={rows}
        foot={<footer className="foot">{t.rows(number.format(rows.length))}</footer>}
      />
      {steered && (
        <DispatchDialog station={steered} onSent={loaded.load} onClose={() => setSteered(undefined)} />
      )}
    </>
  )
}

/** Disabled with its reason where the station takes no orders. */
function Order({ station, onOrder }: { station: Station; onOrder: () => void }) {
  const t = useTexts()
  const isDeaf = station.state === 'offline' || station.state === 'fault'
  return (
    <button
      type="button"
      className="link row-link"
      aria-disabled={isDeaf}
      title={isDeaf ? t.notOrdered : undefined}
      onClick={isDeaf ? undefined : onOrder}
    >
      {t.dispatch}
    </button>
  )
}

function ChargeBar({ percent, label }: { percent: number; label: string }) {
  return (
    <span className="charge">
      <meter min={0} max={100} value={percent} aria-label={label} />
      {percent}%
    </span>
  )
}
