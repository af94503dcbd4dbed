import { useCallback } from 'react'
import { useNavigate } from 'react-router'
import { SearchField } from '#admin/search-field.tsx'
import { Link } from '#ui/link.tsx'
import { type ProductFilter, parts, productsUrl } from './product-filter.ts'

/** The filter by part and the search field. Both write the filter into the URL. */
export function ProductsBar({ filter }: { filter: ProductFilter }) {
  const { part, q } = filter
  const navigate = useNavigate()
  const search = useCallback(
    (text: string) => {
      if (text !== q) void navigate(productsUrl({ part, q: text }), { replace: true, preventScrollReset: true })
    },
    [part, q, navigate],
  )
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-12 gap-y-3 pb-7">
      <PartFilter filter={filter} />
      <div className="w-full sm:w-[22rem]">
        <SearchField label="Search" placeholder="Garment name" initial={q} onSearch={search} />
      </div>
    </div>
  )
}

/** Links to the parts of the product list, which keep the search text. */
function PartFilter({ filter: { part, q } }: { filter: ProductFilter }) {
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
