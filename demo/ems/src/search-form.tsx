import type { ReactNode } from 'react'
import { useId, useRef } from 'react'
import { useTexts } from './client.ts'

interface Props {
  label: string
  /** What the address says; a new one starts the field anew. */
  search: string
  onSearch: (wanted: string) => void
  onReset?: () => void
  children?: ReactNode
}

export function SearchForm({ label, search, onSearch, onReset = () => onSearch(''), children }: Props) {
  const t = useTexts()
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  return (
    <search>
      <form
        className="search"
        onSubmit={(event) => {
          event.preventDefault()
          onSearch(field.current?.value.trim() ?? '')
        }}
        onReset={(event) => {
          event.preventDefault()
          if (field.current) field.current.value = ''
          onReset()
        }}
      >
        <label htmlFor={id}>{label}</label>
        <input key={search} id={id} ref={field} defaultValue={search} maxLength={50} />
        {children}
        <button type="submit" className="primary">
          {t.search}
        </button>
        <button type="reset">{t.reset}</button>
      </form>
    </search>
  )
}
