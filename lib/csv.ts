/**
 * What a spreadsheet would take for a formula stands as text (OWASP, CSV injection), of full width as well; also behind what
 * separates the cells of a file where commas stand in numbers.
 */
export function inert(cell: string): string {
  return cell.replace(/(^|[;\t])(?=[=+\-@＝＋－＠\t\r\n])/g, "$1'")
}

/** What such a cell was. */
export function notInert(cell: string): string {
  return cell.replace(/(^|[;\t])'(?=[=+\-@＝＋－＠\t\r\n])/g, '$1')
}

/** Lines as RFC 4180 has them; its cells stand as they are. */
export function csvLines(lines: readonly (readonly string[])[]): string {
  const quoted = (cell: string) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
  return lines.map((line) => `${line.map(quoted).join(',')}\r\n`).join('')
}

/** By it Excel knows UTF-8. */
export const csvMark = '\ufeff'

/** A CSV file that every spreadsheet opens as it is: with a mark of its encoding, and without a formula in it. */
export function csvOf(lines: readonly (readonly string[])[]): string {
  return csvMark + csvLines(lines.map((line) => line.map(inert)))
}
