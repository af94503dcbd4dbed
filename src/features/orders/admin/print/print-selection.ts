import { orderViews, printableViews } from '../api/order-views.ts'
import type { PrintQuery } from './print-queries.ts'

/** The orders to print from the URL, with a name for them; null where the URL has no valid selection. */
export function readPrintSelection(query: URLSearchParams): { query: PrintQuery; name: string } | null {
  const orders = (query.get('orders') ?? '').split(',').filter((number) => number.trim() !== '')
  const [first] = orders
  if (first) return { query: { orders: orders.join() }, name: orders.length === 1 ? first : `${orders.length} orders` }
  const printable = printableViews.find((id) => id === query.get('view'))
  const view = orderViews.find(({ id }) => id === printable)
  return printable && view ? { query: { view: printable }, name: view.name } : null
}
