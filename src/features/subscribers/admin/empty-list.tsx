import { Link } from '#ui/link.tsx'
import type { Filter } from './subscriber.ts'

/** The empty list: the reason, and the possible actions. */
export function EmptyList({ state, q, isEmpty }: { state: Filter; q: string; isEmpty: boolean }) {
  if (isEmpty) {
    return (
      <p className="measure text-lead leading-[1.4]">
        No one has signed up yet. People who leave an address with “Notify Me”, on the coming-soon page or at the foot
        of Home, are listed here with the date and the wording they agreed to. You can also import a list you already
        have.
      </p>
    )
  }
  return (
    <p className="measure text-lead leading-[1.4]">
      {q ? (
        <>
          No address here contains <span className="wrap-any">“{q}”</span>.
        </>
      ) : (
        'No subscribers here.'
      )}{' '}
      {state !== 'all' && (
        <Link to="/admin/subscribers" className="link text-mulberry">
          Show all subscribers
        </Link>
      )}
    </p>
  )
}
