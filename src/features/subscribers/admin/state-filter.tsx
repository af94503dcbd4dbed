import { formatCount } from '#ui/counts.ts'
import { Link } from '#ui/link.tsx'
import { type Filter, filters, type SubscriberPage } from './subscriber.ts'

/** The number of addresses in each state, as links to the filtered list. */
export function StateFilter({ state, counts }: { state: Filter; counts: SubscriberPage['counts'] | null }) {
  return (
    <nav aria-label="Part of the list">
      <ul className="flex flex-wrap gap-x-[clamp(1.5rem,3vw,3rem)] gap-y-3">
        {filters.map(({ id, name }) => (
          <li key={id}>
            <Link
              to={id === 'all' ? '/admin/subscribers' : `/admin/subscribers?state=${id}`}
              aria-current={state === id ? 'true' : undefined}
              className="group/filter flex min-h-11 flex-col-reverse text-ink-soft hover:text-mulberry aria-[current]:text-mulberry"
            >
              <span>
                <span className="link bg-[length:0_1px] group-aria-[current]/filter:bg-[length:100%_1px]">{name}</span>
              </span>
              <span className="price font-serif text-title leading-none">{counts ? formatCount(counts[id]) : '–'}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
