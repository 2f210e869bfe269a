import { type ReactNode, type SubmitEvent, useEffect, useId, useRef } from 'react'
import { useTexts } from './client.ts'

export function Notice({ title, hint, children }: { title: string; hint?: string; children?: ReactNode }) {
  return (
    <div className="notice" role="status">
      <strong>{title}</strong>
      {hint && <p>{hint}</p>}
      {children}
    </div>
  )
}

export function Badge({ look, children }: { look: string; children: string }) {
  return <span className={`badge ${look}`}>{children}</span>
}

interface ListProps {
  label: string
  head: readonly { label: string; number?: boolean }[]
  loaded: { state: 'loading' | 'failed' | 'done'; pending: boolean; load: () => void; message?: string }
  /** Table rows; none: nothing was found. */
  rows: readonly ReactNode[]
  foot?: ReactNode
}

/** A list in all its states; what stands there stays, dimmed, while the next rows are on their way. */
export function List({ label, head, loaded, rows, foot }: ListProps) {
  const t = useTexts()
  if (loaded.state === 'failed') {
    return (
      <div className="panel">
        <Notice title={t.failed} hint={loaded.message}>
          <button type="button" onClick={loaded.load}>
            {t.retry}
          </button>
        </Notice>
      </div>
    )
  }
  if (loaded.state === 'loading') {
    return (
      <div className="panel" aria-busy="true">
        <Notice title={t.loading} />
      </div>
    )
  }
  return (
    <div className="panel" aria-busy={loaded.pending}>
      {rows.length === 0 ? (
        <Notice title={t.nothingFound} hint={t.nothingFoundHint} />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region is reached by keyboard.
        <section className="scroll" aria-label={label} tabIndex={0}>
          <table>
            <thead>
              <tr>
                {head.map((column) => (
                  <th key={column.label} scope="col" className={column.number ? 'number' : undefined}>
                    {column.label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>{rows}</tbody>
          </table>
        </section>
      )}
      {foot}
    </div>
  )
}

interface DialogProps {
  title: string
  submit: string
  busy: boolean
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
}

/** The browser's own modal dialog: focus goes in, stays in, and returns where it came from. */
export function FormDialog({ title, submit, busy, onSubmit, onClose, children }: DialogProps) {
  const t = useTexts()
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => dialog.current?.showModal(), [])
  const send = (event: SubmitEvent) => {
    event.preventDefault()
    if (!busy) onSubmit()
  }
  const close = () => dialog.current?.close()
  return (
    <dialog ref={dialog} aria-labelledby={id} onClose={onClose}>
      <form noValidate onSubmit={send}>
        <h2 id={id}>{title}</h2>
        <div className="fields">{children}</div>
        <footer className="buttons">
          <button type="button" onClick={close}>
            {t.cancel}
          </button>
          <button type="submit" className="primary" disabled={busy}>
            {busy ? t.sending : submit}
          </button>
        </footer>
      </form>
    </dialog>
  )
}

interface FieldProps {
  label: string
  hint?: string
  fault: string | undefined
  children: (attributes: { id: string; 'aria-invalid': boolean; 'aria-describedby': string }) => ReactNode
}

export function Field({ label, hint, fault, children }: FieldProps) {
  const id = useId()
  const isWrong = fault !== undefined
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-invalid': isWrong, 'aria-describedby': `${id}-said` })}
      <p id={`${id}-said`} className={isWrong ? 'fault' : 'hint'} role={isWrong ? 'alert' : undefined}>
        {fault ?? hint}
      </p>
    </div>
  )
}
