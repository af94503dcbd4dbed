import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { type ReactNode, type RefObject, useCallback } from 'react'
import { useNavigate } from 'react-router'
import { SearchField } from '#admin/search-field.tsx'
import { formatCount } from '#base/counts.ts'
import { Button } from '#ui/button.tsx'
import { CouldNotLoad } from '#ui/could-not-load.tsx'
import { Link } from '#ui/link.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { toast } from '#ui/toast.ts'
import { type Page, type ProductFilter, parts, productsUrl } from './product-queries.ts'

type PagedCardsProps<Row> = {
  filter: ProductFilter
  query: UseInfiniteQueryResult<Page<Row>>
  list: RefObject<HTMLUListElement | null>
  /** The products of the list, as words; `all` for those that could not be loaded. */
  names: { list: string; all: string; one: string; many: string }
  problemOf: (error: Error) => string
  /** What is above the cards. */
  intro?: ReactNode
  card: (row: Row) => ReactNode
  onAdd?: (() => void) | undefined
}

/** The products of a filter as cards, page by page, below the filter. An empty shop has no filter. */
export function PagedCards<Row>({ filter, query, list, names, problemOf, intro, card, onAdd }: PagedCardsProps<Row>) {
  const { data: page, error, isFetching, isPending, refetch, fetchNextPage } = query
  const isEmptyShop = page?.total === 0 && filter.part === 'all' && filter.q === ''

  async function showMore() {
    if (isFetching) return
    const { isFetchNextPageError, error } = await fetchNextPage()
    if (!isFetchNextPageError) return
    await toast({ title: 'Couldn’t load more', description: problemOf(error), tone: 'error', about: 'products' })
  }

  return (
    <div className="pt-[clamp(1.5rem,3vw,2.5rem)]">
      {!isEmptyShop && <ProductsBar filter={filter} />}
      {isPending && <ProductsLoading />}
      {error && !page && (
        <CouldNotLoad problem={`The ${names.all} couldn’t be loaded. ${problemOf(error)}`} onRetry={refetch} />
      )}
      {page?.total === 0 && <NoProducts filter={filter} onAdd={onAdd} />}
      {page && page.total > 0 && (
        <>
          {intro}
          <ul
            ref={list}
            aria-label={names.list}
            aria-busy={isFetching}
            className="grid gap-x-[clamp(1.25rem,2.6vw,2.75rem)] gap-y-7 sm:grid-cols-2 sm:gap-y-12 lg:grid-cols-3"
          >
            {page.rows.map(card)}
          </ul>
          <p role="status" className="mt-9 text-ink-soft text-small">
            {page.rows.length < page.total
              ? `${formatCount(page.rows.length)} of ${formatCount(page.total)} ${names.many}`
              : `${formatCount(page.total)} ${page.total === 1 ? names.one : names.many}`}
          </p>
          {page.rows.length < page.total && (
            <TextButton onClick={showMore} aria-disabled={isFetching}>
              {isFetching ? 'Loading…' : 'Show more'}
            </TextButton>
          )}
        </>
      )}
    </div>
  )
}

/** The filter by part and the search field. Both write the filter into the URL. */
function ProductsBar({ filter }: { filter: ProductFilter }) {
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

/** Placeholders of cards that are loading. */
function ProductsLoading() {
  return (
    <div
      role="status"
      className="grid gap-x-[clamp(1.25rem,2.6vw,2.75rem)] gap-y-7 sm:grid-cols-2 sm:gap-y-12 lg:grid-cols-3"
    >
      <span className="sr-only">Loading products</span>
      {['one', 'two', 'three'].map((place) => (
        <div key={place} aria-hidden="true" className="grid grid-cols-[6.5rem_1fr] gap-x-4 sm:block">
          <div className="aspect-3/4 bg-paper-deep sm:aspect-4/5" />
          <div className="min-w-0">
            <div className="mt-3.5 h-5 w-40 max-w-[70%] bg-paper-deep" />
            <div className="mt-2.5 h-3 w-64 max-w-[90%] bg-paper-deep" />
          </div>
        </div>
      ))}
    </div>
  )
}

const noneIn: Record<ProductFilter['part'], string> = {
  all: 'No products yet.',
  active: 'No active products, so the shop is empty.',
  inactive: 'No inactive products: the shop shows them all.',
  'pre-order': 'No products on pre-order at the moment.',
  archived: 'The archive is empty. Deleted products are kept here and can be restored.',
}

const noneFits: Record<ProductFilter['part'], string> = {
  all: 'No products match. Try a shorter search.',
  active: 'No active products match. Try a shorter search, or search all products.',
  inactive: 'No inactive products match. Try a shorter search, or search all products.',
  'pre-order': 'No products on pre-order match. Try a shorter search, or search all products.',
  archived: 'No archived products match. Try a shorter search.',
}

/** The empty list: of a new shop, or of a filter without results. */
function NoProducts({ filter: { part, q }, onAdd }: Pick<PagedCardsProps<unknown>, 'filter' | 'onAdd'>) {
  if (q || part !== 'all' || !onAdd) {
    return <p className="max-w-[34em] text-ink-soft text-lead">{q ? noneFits[part] : noneIn[part]}</p>
  }
  return (
    <div className="max-w-[34em] border-mulberry border-l-2 py-1 pl-5">
      <p className="text-lead">No products yet.</p>
      <p className="mt-1 text-ink-soft">
        Your first one only needs a name, a short description, a price and a picture. The rest can wait.
      </p>
      <Button tone="line" onClick={onAdd} className="mt-5">
        Add the first product
      </Button>
      <p className="mt-3">
        <Link to={productsUrl({ part: 'archived', q: '' })} className="inline-flex min-h-11 items-center text-mulberry">
          <span className="link">Archived products</span>
        </Link>
      </p>
    </div>
  )
}
