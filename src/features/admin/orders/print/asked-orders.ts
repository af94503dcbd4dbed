import { type View, views } from '../order-filter.ts'

const printable: readonly View[] = ['to_make', 'late', 'to_dispatch']

/** Which orders are to be printed, as the address says it; null where it says nothing that can be. */
export function askedOrders(query: URLSearchParams): { query: string; name: string } | null {
  const orders = query.get('orders')
  if (orders) {
    const count = orders.split(',').length
    return { query: new URLSearchParams({ orders }).toString(), name: count === 1 ? orders : `${count} orders` }
  }
  const view = views.find(({ id }) => id === query.get('view') && printable.includes(id))
  return view ? { query: `view=${view.id}`, name: view.name } : null
}
