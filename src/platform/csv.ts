import { stringify } from 'csv-stringify/sync'

/** Written before the first row: without it spreadsheet programs read UTF-8 in the local 8-bit encoding. */
export const byteOrderMark = '\u{feff}'

// Spreadsheet programs run a cell that begins with one of these, full-width forms included. An apostrophe is in the list
// so that `unescapeFormula` can tell one that was typed from one that was added.
const formulaStart = /^['=+\-@\t\r\n＝＋－＠]/

/** Rows as CSV lines, each with its CRLF. A cell that a spreadsheet program would run as a formula begins with a `'`. */
export function formatCsv(rows: readonly (readonly string[])[]): string {
  return stringify(
    rows.map((cells) => cells.map(escapeFormula)),
    { record_delimiter: 'windows', quoted_match: /[;\r\n\t]|^\s|\s$/ },
  )
}

// The library's own `escape_formulas` leaves a leading line feed and apostrophe as they are.
function escapeFormula(text: string): string {
  return formulaStart.test(text) ? `'${text}` : text
}

/** The cell as it was before `formatCsv`. */
export function unescapeFormula(text: string): string {
  return text.startsWith("'") && formulaStart.test(text.slice(1)) ? text.slice(1) : text
}
