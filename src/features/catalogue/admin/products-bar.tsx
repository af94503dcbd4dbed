import { useCallback } from 'react'
import { useNavigate } from 'react-router'
import { SearchField } from '#admin/search-field.tsx'
import { PartFilter } from './part-filter.tsx'
import { addressOf, type Wanted } from './wanted-products.ts'

/** The parts of the products and the search field. Both write what is wanted into the page's address. */
export function ProductsBar({ wanted }: { wanted: Wanted }) {
  const { part, q } = wanted
  const navigate = useNavigate()
  const search = useCallback(
    (text: string) => {
      if (text !== q) void navigate(addressOf({ part, q: text }), { replace: true, preventScrollReset: true })
    },
    [part, q, navigate],
  )
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-12 gap-y-3 pb-7">
      <PartFilter wanted={wanted} />
      <div className="w-full sm:w-[22rem]">
        <SearchField label="Search" placeholder="Part of a name or slug" initial={q} onSearch={search} />
      </div>
    </div>
  )
}
