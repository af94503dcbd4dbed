import { daysLeft } from '../preorders/preorder-end.ts'

const dayMs = 86_400_000

/** The pre-order columns of a product; null for a new product. */
export type PreorderRow = { is_preorder: boolean; preorder_end_date: string | null } | null

/** The pre-order fields of the form. `shown`: the days as the form first showed them. */
export type PreorderEntry = { isPreorder: boolean; days: string; shown: string }

/** The days that the form first shows: the remaining ones, rounded up; empty if none remain. */
export function shownDays(row: PreorderRow, now: Date): string {
  if (!row?.is_preorder || row.preorder_end_date === null) return ''
  const left = daysLeft(row.preorder_end_date, now)
  return left > 0 ? String(left) : ''
}

/** Whether the pre-order is switched on but has ended; the form then shows and requires no days. */
export function isOver(row: PreorderRow, now: Date): boolean {
  return row?.is_preorder === true && row.preorder_end_date !== null && daysLeft(row.preorder_end_date, now) === 0
}

/** Whether the deadline stays: the pre-order was on before, and its days are unchanged. */
export function keepsEnd(row: PreorderRow, { isPreorder, days, shown }: PreorderEntry): boolean {
  return isPreorder && row?.is_preorder === true && row.preorder_end_date !== null && days.trim() === shown
}

/**
 * The end of the pre-order to save: `days` times 24 hours from `now`, if it was just switched on or the days were
 * changed; otherwise exactly the saved end, because a deadline that moves with every edit misleads customers. Null if
 * it is off or has no days. `now`: the shop's clock.
 */
export function preorderEnd(row: PreorderRow, entry: PreorderEntry, now: Date): string | null {
  if (!entry.isPreorder) return null
  if (row && keepsEnd(row, entry)) return row.preorder_end_date
  const days = Number(entry.days.trim() || Number.NaN)
  return Number.isInteger(days) && days >= 1 ? new Date(now.getTime() + days * dayMs).toISOString() : null
}
