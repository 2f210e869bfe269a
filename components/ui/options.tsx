export interface Choice {
  value: string
  text: string
}

/** What a select offers. */
export function Options({ choices }: { choices: readonly Choice[] }) {
  return choices.map(({ value, text }) => (
    <option key={value} value={value}>
      {text}
    </option>
  ))
}
