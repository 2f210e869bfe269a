/** @param values numbers; @param share 0.5 is the median */
export function quantile(values, share) {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (sorted.length - 1) * share
  const low = sorted[Math.floor(at)]
  const high = sorted[Math.ceil(at)]
  return low + (high - low) * (at - Math.floor(at))
}
export const median = (values) => quantile(values, 0.5)

/** A table for a terminal and for Markdown alike. */
export function table(head, rows) {
  const lines = [head, head.map(() => '---'), ...rows]
  return lines.map((line) => `| ${line.join(' | ')} |`).join('\n')
}
