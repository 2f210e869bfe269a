/**
 * What a spreadsheet would take for a formula stands as text (OWASP, CSV injection), of full width as well. Where semicolons
 * separate the cells, one begins behind each, and behind each line feed, since quotes count at the beginning of a cell only;
 * there quotes and blanks before it may be left out. Found from the sign back, so that no cell takes longer than its length.
 */
export function inert(cell: string): string {
  return cell.replace(/[=+\-@＝＋－＠](?<=(?:^|[;\t\r\n])[\s"]*'*.)|^(?='*[\t\r\n])/g, "'$&")
}

/** What such a cell was. */
export function notInert(cell: string): string {
  return cell.replace(/'(?=[=+\-@＝＋－＠])(?<=(?:^|[;\t\r\n])[\s"]*'+)|^'(?='*[\t\r\n])/g, '')
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
