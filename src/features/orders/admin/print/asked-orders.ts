import { orderViews, printableViews } from '../api/order-views.ts'

/** Which orders are to be printed, as the address says it; null where it says nothing that can be. */
export function askedOrders(query: URLSearchParams): { query: string; name: string } | null {
  const orders = query.get('orders')
  if (orders) {
    const count = orders.split(',').length
    return { query: new URLSearchParams({ orders }).toString(), name: count === 1 ? orders : `${count} orders` }
  }
  const printable = printableViews.find((id) => id === query.get('view'))
  const view = orderViews.find(({ id }) => id === printable)
  return view ? { query: `view=${view.id}`, name: view.name } : null
}
