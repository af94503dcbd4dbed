/** What a pasted column gave: the numbers by the orders' ids, and the lines that fit no order of the list. */
export type PastedNumbers = { numbers: Record<string, string>; unknown: string[] }

/**
 * Reads tracking numbers as they are copied from a table or a label program. Lines of one column belong to the orders in
 * the order shown, and an empty line leaves its order out. Where a line has an order number beside its tracking number,
 * all go by order number.
 */
export function readPastedNumbers(
  text: string,
  orders: readonly { id: string; order_number: string }[],
): PastedNumbers {
  const rows = text
    .trimEnd()
    .split(/\r\n|\r|\n/)
    .map((line) => line.split(/[\t;,]| {2,}/).map((cell) => cell.trim().replaceAll(/^"|"$/g, '')))
  const byNumber = new Map(orders.map((order) => [plain(order.order_number), order.id]))
  const cells = rows.map(splitByOrder)
  function splitByOrder(row: string[]) {
    const at = row.findIndex((cell) => byNumber.has(plain(cell)))
    const others = row.filter((cell, index) => index !== at && /[\p{L}\p{N}]/u.test(cell))
    return { id: byNumber.get(plain(row[at] ?? '')), number: others[0] ?? '', line: row.filter(Boolean).join(' ') }
  }
  const isByOrder = cells.some(({ id }) => id !== undefined)
  const numbers: Record<string, string> = {}
  const unknown: string[] = []
  for (const [index, { id, number, line }] of cells.entries()) {
    const order = isByOrder ? id : orders[index]?.id
    if (order !== undefined && number !== '') numbers[order] = number
    // The heading of a table has no digit.
    else if (/\d/.test(line)) unknown.push(line)
  }
  return { numbers, unknown }
}

/** Whether a pasted text is a column, and not one number. */
export function isColumn(text: string): boolean {
  return /[\r\n]/.test(text.trim())
}

function plain(text: string): string {
  return text.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')
}
