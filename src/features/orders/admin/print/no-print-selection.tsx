import { Link } from '#ui/link.tsx'

/** The page for a URL without orders to print. */
export function NoPrintSelection() {
  return (
    <p className="measure pt-8 text-lead leading-[1.4]">
      No orders to print. Select{' '}
      <Link to="/admin?tab=orders" className="link text-mulberry">
        orders in the list
      </Link>
      , or print a whole list, such as{' '}
      <Link to="/admin?tab=orders&view=to_make" className="link text-mulberry">
        orders to make
      </Link>
      .
    </p>
  )
}
