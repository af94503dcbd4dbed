import { Link } from '#ui/link.tsx'
import type { Filter } from './subscriber.ts'

/** The empty list: the reason, and the possible actions. */
export function EmptyList({ state, q, isEmpty }: { state: Filter; q: string; isEmpty: boolean }) {
  if (isEmpty) {
    return (
      <p className="measure text-lead leading-[1.4]">
        Nobody has signed up yet. Whoever leaves an address with “Notify Me”, on the coming-soon page or at the foot of
        Home, is listed here, with when and to what they agreed. A list you kept elsewhere can be imported.
      </p>
    )
  }
  return (
    <p className="measure text-lead leading-[1.4]">
      {q ? (
        <>
          No address here has <span className="wrap-any">“{q}”</span> in it.
        </>
      ) : (
        'There is nobody in this part of the list.'
      )}{' '}
      {state !== 'all' && (
        <Link to="/admin/subscribers" className="link text-mulberry">
          Look in all of it
        </Link>
      )}
    </p>
  )
}
