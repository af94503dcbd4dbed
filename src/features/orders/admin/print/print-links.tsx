import { Link } from '#ui/link.tsx'
import { type OrderView, printableViews } from '../api/order-views.ts'

/** The ways to what is printed of a whole view; of chosen orders it is printed from the bar they are chosen in. */
export function PrintLinks({ view }: { view: OrderView }) {
  if (!printableViews.some((printable) => printable === view)) return null
  return <PrintBoth query={`view=${view}`} />
}

/** `query`: which orders, as the printing pages read it from their address. */
export function PrintBoth({ query }: { query: string }) {
  return (
    <>
      <Link to={`/admin/orders/cut-list?${query}`} className="inline-flex min-h-11 items-center text-mulberry">
        <span className="link">Cut list</span>
      </Link>
      <Link to={`/admin/orders/packing-slips?${query}`} className="inline-flex min-h-11 items-center text-mulberry">
        <span className="link">Packing slips</span>
      </Link>
    </>
  )
}
