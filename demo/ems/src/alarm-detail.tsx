import { useState } from 'react'
import { unreachable } from '../../../packages/client/src/index.ts'
import { type Alarm, longestNote } from '../model.ts'
import { levelLooks, stateLooks } from './alarm-list.tsx'
import { useCall, useClient, useProps, useTexts } from './client.ts'
import { Badge, Field, Notice } from './parts.tsx'
import { RouteLink } from './route-link.tsx'

export function AlarmDetail({ id }: { id: string }) {
  const t = useTexts()
  const { locale } = useProps()
  const loaded = useCall<Alarm>(`/alarms/${id}`)
  const alarm = loaded.data
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
  const time = (value: string | null) => (value === null ? '--' : format.format(new Date(value)))
  return (
    <>
      <p className="back">
        <RouteLink to="/alarms">{t.back}</RouteLink>
      </p>
      <div className="panel" aria-busy={loaded.pending}>
        {loaded.state === 'failed' && (
          <Notice title={t.failed} hint={loaded.message}>
            <button type="button" onClick={loaded.load}>
              {t.retry}
            </button>
          </Notice>
        )}
        {loaded.state === 'loading' && <Notice title={t.loading} />}
        {loaded.state === 'done' && alarm !== undefined && (
          <div className="detail">
            <h2>{alarm.title}</h2>
            <dl>
              <dt>{t.station}</dt>
              <dd>{alarm.station}</dd>
              <dt>{t.level}</dt>
              <dd>
                <Badge look={levelLooks[alarm.level]}>{t.levels[alarm.level]}</Badge>
              </dd>
              <dt>{t.state}</dt>
              <dd>
                <Badge look={stateLooks[alarm.state]}>{t.alarmStates[alarm.state]}</Badge>
              </dd>
              <dt>{t.raisedAt}</dt>
              <dd>{time(alarm.raisedAt)}</dd>
              <dt>{t.handledAt}</dt>
              <dd>{time(alarm.handledAt)}</dd>
              <dt>{t.handledBy}</dt>
              <dd>{alarm.handledBy ?? '--'}</dd>
              <dt>{t.note}</dt>
              <dd>{alarm.note ?? '--'}</dd>
            </dl>
            {alarm.state === 'open' && <HandleForm id={id} onHandled={loaded.load} />}
          </div>
        )}
      </div>
    </>
  )
}

function HandleForm({ id, onHandled }: { id: string; onHandled: () => void }) {
  const client = useClient()
  const t = useTexts()
  const [note, setNote] = useState('')
  const [fault, setFault] = useState<string>()
  const [busy, setBusy] = useState(false)

  async function send() {
    if (note.trim() === '') return setFault(t.noteFault)
    setBusy(true)
    const { code, msg, data } = await client.call(`/alarms/${id}/handle`, { body: { note } })
    setBusy(false)
    if (code === 0) {
      client.message('success', t.handled)
      onHandled()
    } else if (code === 400 && Array.isArray(data)) setFault(String(data[0]?.message ?? msg))
    else {
      client.message('error', code === unreachable ? t.notSent : msg)
      // Somebody else was faster: show what they wrote.
      if (code === 409) onHandled()
    }
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) send()
      }}
    >
      <Field label={t.note} fault={fault}>
        {(attributes) => (
          <textarea
            {...attributes}
            rows={3}
            maxLength={longestNote}
            value={note}
            onChange={(event) => {
              setNote(event.target.value)
              setFault(undefined)
            }}
          />
        )}
      </Field>
      <button type="submit" className="primary" disabled={busy}>
        {busy ? t.sending : t.handle}
      </button>
    </form>
  )
}
