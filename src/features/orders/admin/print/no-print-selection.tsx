import { Link } from '#ui/link.tsx'

/** The page for a URL without orders to print. */
export function NoPrintSelection() {
  return (
    <p className="measure pt-8 text-lead leading-[1.4]">
      Nothing was chosen to be printed. Select{' '}
      <Link to="/admin?tab=orders" className="link text-mulberry">
        orders of the list
      </Link>
      , or print a whole view such as{' '}
      <Link to="/admin?tab=orders&view=to_make" className="link text-mulberry">
        those to make
      </Link>
      .
    </p>
  )
}
