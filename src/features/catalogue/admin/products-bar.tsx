import { useCallback } from 'react'
import { useNavigate } from 'react-router'
import { SearchField } from '#admin/search-field.tsx'
import { PartFilter } from './part-filter.tsx'
import { type ProductFilter, productsUrl } from './product-filter.ts'

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
