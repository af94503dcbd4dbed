/** Written before the first row: without it spreadsheet programs read UTF-8 in the local 8-bit encoding. */
export const byteOrderMark = '\u{feff}'

// Spreadsheet programs run a cell that begins with one of these, full-width forms included. An apostrophe is in the
// list so that `unescapeFormula` can tell one that was typed from one that was added.
const formulaStart = /^['=+\-@\t\r\n＝＋－＠]/
// A sign before a number, as of a telephone number: a spreadsheet program shows it, and computes nothing.
const signedNumber = /^[+-]\d[\d ]*(?:\.\d+)?$/

function isFormula(value: string): boolean {
  return formulaStart.test(value) && !signedNumber.test(value)
}

const needsQuotes = /[",;\r\n\t]|^\s|\s$/

/**
 * Rows as CSV lines, each with its CRLF. A cell that a spreadsheet program would run as a formula begins with a `'`.
 */
export function formatCsv(rows: readonly (readonly string[])[]): string {
  let text = ''
  for (const cells of rows) text += `${cells.map(formatCell).join(',')}\r\n`
  return text
}

function formatCell(value: string): string {
  const text = isFormula(value) ? `'${value}` : value
  return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** The cell as it was before `formatCsv`. */
export function unescapeFormula(text: string): string {
  return text.startsWith("'") && isFormula(text.slice(1)) ? text.slice(1) : text
}
