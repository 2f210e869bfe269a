/** What both programs say of their settings. */

interface Issue {
  path: PropertyKey[]
  message: string
}

/** A line for each wrong setting, under its name; of several, separated by commas, with the number of the one that is wrong. */
export function settingFaults(issues: readonly Issue[]): string {
  const lines = issues.map(({ path: [name, index], message }) => {
    const which = index === undefined ? '' : ` (${Number(index) + 1})`
    return `${String(name)}${which} ${message}`
  })
  return [...new Set(lines)].join('\n')
}
