import { Link } from '#ui/link.tsx'
import { type ProductFilter, parts, productsUrl } from './product-filter.ts'

/** Links to the parts of the product list, which keep the search text. */
export function PartFilter({ filter: { part, q } }: { filter: ProductFilter }) {
  return (
    <nav aria-label="Filter products">
      <ul className="flex flex-wrap gap-x-6">
        {parts.map(({ id, name }) => (
          <li key={id}>
            <Link
              to={productsUrl({ part: id, q })}
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
