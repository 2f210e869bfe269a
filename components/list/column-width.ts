/** Column widths of specification section 9 (LIST-5): 100 for labels under 6 characters, else 16 for each. */
export function columnWidth(label: string): number {
  const length = Array.from(label).length
  return length < 6 ? 100 : length * 16
}
