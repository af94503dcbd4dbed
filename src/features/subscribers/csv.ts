// A cell that begins so, wide letters too, is run as a formula by the programs that open such files; a quotation mark,
// because we add one.
const runs = /^['=+\-@\t\r\n＝＋－＠]/
const wantsQuotes = /[",;\r\n\t]|^\s|\s$/

/** One line of a file for spreadsheet programs, with its line break. What such a program would run begins with a `'`. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`
}

/** What `csvLine` was given for this cell. */
export function plainCell(text: string): string {
  return text.startsWith("'") && runs.test(text.slice(1)) ? text.slice(1) : text
}

function cellOf(text: string): string {
  const harmless = runs.test(text) ? `'${text}` : text
  return wantsQuotes.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
