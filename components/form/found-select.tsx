'use client'

import { useCallback, useId, useState } from 'react'
import { type Choice, Options } from '#components/ui/options'
import { limits } from '#contracts/limits'
import { ReadFault } from './read-fault'
import { useLoaded } from './use-loaded'
import { useSought } from './use-sought'

interface Props {
  label: string
  /** What narrows the choices, at the server. */
  findLabel: string
  /** The same function at every render. */
  load: (text: string) => Promise<readonly Choice[]>
  /** Choices that are always there. */
  always?: readonly Choice[]
  /** Of none, where something has to be chosen. */
  prompt?: string
  value: string
  onChoose: (choice: Choice) => void
}

/** A choice of many: a search that asks the server, and a select of what it found. */
export function FoundSelect({ label, findLabel, load, always = [], prompt, value, onChoose }: Props) {
  const id = useId()
  const [text, setText] = useState('')
  const sought = useSought(text)
  const found = useLoaded(useCallback(() => load(sought), [load, sought]))
  // What is chosen stays a choice, whatever is searched for next.
  const [chosen, setChosen] = useState<Choice>()
  const listed = [...always, ...(found.state === 'ready' ? found.value : [])]
  const isListed = listed.some((one) => one.value === value)
  const all = chosen?.value === value && !isListed ? [chosen, ...listed] : listed
  const choices = [...new Map(all.map((choice) => [choice.value, choice])).values()]
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1 block font-medium text-soft">
        {label}
      </label>
      <div className="grid grid-cols-2 gap-2 max-narrow:grid-cols-1">
        <input
          aria-label={findLabel}
          placeholder={findLabel}
          value={text}
          maxLength={limits.searchText}
          onChange={(event) => setText(event.target.value)}
          className="control min-w-0"
        />
        <select
          id={id}
          value={value}
          onChange={(event) => {
            const choice = choices.find((one) => one.value === event.target.value)
            if (choice === undefined) return
            setChosen(choice)
            onChoose(choice)
          }}
          className="control min-w-0"
        >
          {prompt !== undefined && (
            <option value="" disabled>
              {prompt}
            </option>
          )}
          <Options choices={choices} />
        </select>
      </div>
      {found.state === 'failed' && <ReadFault loaded={found} className="mt-1" />}
    </div>
  )
}
