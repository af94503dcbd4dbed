import { redirect } from 'react-router'
import { noteValidity } from '#features/catalogue/preorders/live-preorders.ts'
import { summariseNow } from '#features/catalogue/preorders/summarise-now.ts'
import type { Product } from '#features/catalogue/product.ts'
import { firstPictureSizes, ProductGrid } from '#features/catalogue/product-grid.tsx'
import { RecentlyViewed } from '#features/catalogue/recent/recently-viewed.tsx'
import { Filters } from '#features/catalogue/search/filters.tsx'
import { FiltersPlace, renderFiltersWith } from '#features/catalogue/search/filters-place.tsx'
import { NothingFound } from '#features/catalogue/search/nothing-found.tsx'
import { viewShop } from '#features/catalogue/search/shop-view.ts'
import { breadcrumbs, itemList } from '#features/seo/json-ld.ts'
import { readFullPreorders } from '#features/waitlist/fetch-waitlist-facts.ts'
import { backendContext, clockContext, pageNotesContext } from '#platform/pages/page-context.ts'
import { shop } from '#shop'
import { buttonLook } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import { pageMeta, siteUrlOf } from '#ui/page-meta.ts'
import { Rule } from '#ui/rule.tsx'
import { withNewData } from '#ui/with-new-data.ts'
import type { Route } from './+types/shop.page.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
  renderFiltersWith(Filters)
  const now = context.get(clockContext)()
  const backend = context.get(backendContext)
  const notes = context.get(pageNotesContext)
  const view = await viewShop({
    backend,
    params: new URL(request.url).searchParams,
    now,
    sizes: shop.sizes,
  })
  if ('moved' in view) throw redirect(view.moved)
  // Sold-out pre-orders change the counts too, on whatever page the product is.
  noteValidity(notes, now, view.preorders)
  const [first] = view.products
  notes.firstPicture(first?.pictures[0] ?? null, firstPictureSizes(view.products.length))
  const full = await readFullPreorders(backend, view.preorders)
  const card = (product: Product) => summariseNow(product, now, full)
  const { preorders, ...rest } = view
  return { ...rest, products: view.products.map(card), newest: view.newest.map(card) }
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const { page = 1, narrowed = false, form } = loaderData ?? {}
  const siteUrl = siteUrlOf(matches)
  const description = `Every garment we make. ${shop.description}`
  if (narrowed || form?.sort) {
    const title = form?.q ? `“${form.q}” in the shop` : 'Shop'
    // Any number of such addresses show the same products: they redirect to the canonical address.
    return [...pageMeta({ title, description, path: '/shop', siteUrl }), { name: 'robots', content: 'noindex, follow' }]
  }
  const path = page > 1 ? `/shop?page=${page}` : '/shop'
  const title = page > 1 ? `Shop, page ${page}` : 'Shop'
  const jsonLd =
    import.meta.env.SSR && loaderData
      ? [itemList(loaderData.products, siteUrl), breadcrumbs([{ name: 'Shop', path: '/shop' }], siteUrl)]
      : []
  return pageMeta({ title, description, path, siteUrl, jsonLd })
}

export default withNewData(ShopPage)

function ShopPage({ loaderData }: Route.ComponentProps) {
  const { form, status, note, narrowed, products, page, pages, previous, next, ways, newest } = loaderData
  const isEmpty = products.length === 0 && !narrowed
  return (
    <div className="page pt-[clamp(2rem,5vw,4.5rem)]">
      <header className="grid items-end gap-x-12 gap-y-4 md:grid-cols-[auto_1fr]">
        <h1 className="text-masthead leading-[0.9] tracking-[-0.018em]">Shop</h1>
        {!isEmpty && (
          <p className="measure max-w-[24em] text-ink-soft md:justify-self-end md:pb-2">
            Nothing waits on a shelf. Choose your size and we’ll cut yours.
          </p>
        )}
      </header>
      {!isEmpty && <FiltersPlace form={form} />}
      <div id="found" role="status" tabIndex={-1} className="pt-4 text-ink-soft outline-none">
        {!isEmpty && <p className="wrap-any">{status}</p>}
        {note && <p className="wrap-any mt-1 text-ink">{note}</p>}
      </div>
      {products.length > 0 && <ProductGrid products={products} />}
      {products.length === 0 && narrowed && <NothingFound ways={ways} clear={form.clear} newest={newest} />}
      {isEmpty && <EmptyRail />}
      {previous === null && <RecentlyViewed />}
      {pages > 1 && <Pages page={page} pages={pages} previous={previous} next={next} />}
    </div>
  )
}

function EmptyRail() {
  return (
    <div className="mt-12 max-w-2xl">
      <Rule />
      <p className="mt-8 font-serif text-title leading-tight">There are no garments here just now.</p>
      <p className="measure mt-3 text-ink-soft">
        New ones are on the cutting table. Write to us and we’ll tell you when they’re ready.
      </p>
      <Link to="/contact" className={buttonLook('line', 'mt-8')}>
        Write to us
      </Link>
    </div>
  )
}

type PagesProps = { page: number; pages: number; previous: string | null; next: string | null }

function Pages({ page, pages, previous, next }: PagesProps) {
  const look = 'link inline-flex min-h-11 items-center'
  return (
    <nav aria-label="Pages" className="mt-20 flex items-center justify-between gap-6">
      {previous ? (
        <Link to={previous} rel="prev" className={look}>
          Previous
        </Link>
      ) : (
        <span />
      )}
      <span className="text-ink-soft">
        Page {page} of {pages}
      </span>
      {next ? (
        <Link to={next} rel="next" className={look}>
          Next
        </Link>
      ) : (
        <span />
      )}
    </nav>
  )
}
