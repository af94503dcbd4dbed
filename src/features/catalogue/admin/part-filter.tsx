import { Link } from '#ui/link.tsx'
import { addressOf, parts, type Wanted } from './wanted-products.ts'

/** The parts of the products; each leads to itself and keeps what is searched for. */
export function PartFilter({ wanted: { part, q } }: { wanted: Wanted }) {
  return (
    <nav aria-label="Part of the products">
      <ul className="flex flex-wrap gap-x-6">
        {parts.map(({ id, name }) => (
          <li key={id}>
            <Link
              to={addressOf({ part: id, q })}
              aria-current={part === id ? 'true' : undefined}
              className="group/filter inline-flex min-h-11 items-center text-ink-soft hover:text-mulberry aria-[current]:text-mulberry"
            >
              <span className="link bg-[length:0_1px] group-aria-[current]/filter:bg-[length:100%_1px]">{name}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
