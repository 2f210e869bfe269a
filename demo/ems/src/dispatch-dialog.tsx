import { useState } from 'react'
import { unreachable } from '../../../packages/client/src/index.ts'
import { type DispatchMode, dispatchModes, type Station } from '../model.ts'
import { useClient, useProps, useTexts } from './client.ts'
import { Field, FormDialog } from './parts.tsx'

interface Props {
  station: Station
  onSent: () => void
  onClose: () => void
}

export function DispatchDialog({ station, onSent, onClose }: Props) {
  const client = useClient()
  const { locale } = useProps()
  const t = useTexts()
  const [mode, setMode] = useState<DispatchMode>('charge')
  const [power, setPower] = useState('')
  const [fault, setFault] = useState<string>()
  const [busy, setBusy] = useState(false)
  const capacity = new Intl.NumberFormat(locale).format(station.capacity)

  async function send() {
    const kilowatts = Number(power)
    const isWrong = !/^\d+$/.test(power.trim()) || kilowatts < 1 || kilowatts > station.capacity
    if (mode !== 'standby' && isWrong) return setFault(t.powerFault(capacity))
    setBusy(true)
    const body = mode === 'standby' ? { mode } : { mode, power: kilowatts }
    const { code, msg, data } = await client.call(`/stations/${station.id}/dispatch`, { body })
    setBusy(false)
    if (code === 0) {
      client.message('success', t.dispatched(station.name))
      onSent()
      onClose()
    } else if (code === 400 && Array.isArray(data)) setFault(String(data[0]?.message ?? msg))
    // The dialog stays, with what was typed.
    else client.message('error', code === unreachable ? t.notSent : msg)
  }

  return (
    <FormDialog
      title={`${t.dispatch} · ${station.name}`}
      submit={t.confirm}
      busy={busy}
      onSubmit={send}
      onClose={onClose}
    >
      <fieldset>
        <legend>{t.mode}</legend>
        {dispatchModes.map((choice) => (
          <label key={choice}>
            <input
              type="radio"
              name="mode"
              checked={mode === choice}
              onChange={() => {
                setMode(choice)
                setFault(undefined)
              }}
            />
            {t.modes[choice]}
          </label>
        ))}
      </fieldset>
      {mode !== 'standby' && (
        <Field label={t.orderPower} hint={t.upTo(capacity)} fault={fault}>
          {(attributes) => (
            <input
              {...attributes}
              inputMode="numeric"
              maxLength={7}
              value={power}
              onChange={(event) => {
                setPower(event.target.value)
                setFault(undefined)
              }}
            />
          )}
        </Field>
      )}
    </FormDialog>
  )
}
