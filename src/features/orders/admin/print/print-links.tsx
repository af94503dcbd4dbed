import { Link } from '#ui/link.tsx'
import { type OrderView, printableViews } from '../api/order-views.ts'

/** The print links of a view. Selected orders have their links in the bulk bar. */
export function PrintLinks({ view }: { view: OrderView }) {
  if (!printableViews.some((printable) => printable === view)) return null
  return <PrintBoth query={`view=${view}`} />
}

/** `query`: the selected orders, as the print pages read them from their URL. */
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
