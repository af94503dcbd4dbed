import { useRef } from 'react'
import { redirect } from 'react-router'
import { useCards } from '#features/catalogue/cards-in-page.ts'
import { summariseNow } from '#features/catalogue/preorders/describe-preorder.ts'
import { noteValidity } from '#features/catalogue/preorders/live-preorders.ts'
import type { Product } from '#features/catalogue/product.ts'
import { firstPictureFrame, ProductGrid } from '#features/catalogue/product-grid.tsx'
import { RecentlyViewed } from '#features/catalogue/recent/recently-viewed.tsx'
import { NothingFound } from '#features/catalogue/search/nothing-found.tsx'
import { type KindLink, viewShop } from '#features/catalogue/search/shop-view.ts'
import { listSizes } from '#features/catalogue/sizes/size-chart.ts'
import { breadcrumbs, itemList } from '#features/seo/json-ld.ts'
import { settingsContext } from '#features/settings/page-settings.ts'
import { pauseAt, pauseText } from '#features/settings/selling.ts'
import { readFullPreorders } from '#features/waitlist/fetch-waitlist-facts.ts'
import { backendContext, clockContext, pageNotesContext } from '#platform/pages/page-context.ts'
import { shop } from '#shop'
import { buttonLook } from '#ui/button.tsx'
import { late } from '#ui/late.tsx'
import { touched } from '#ui/late-when.ts'
import { Link } from '#ui/link.tsx'
import { pageMeta, siteUrlOf } from '#ui/page-meta.ts'
import { Rule } from '#ui/rule.tsx'
import { withNewData } from '#ui/with-new-data.ts'
import type { Route } from './+types/shop.page.ts'

const Filters = late(async () => (await import('#features/catalogue/search/filters.tsx')).Filters, touched)

export async function loader({ context, request }: Route.LoaderArgs) {
  const now = context.get(clockContext)()
  const backend = context.get(backendContext)
  const notes = context.get(pageNotesContext)
  const view = await viewShop({
    backend,
    kinds: context.get(settingsContext).kinds,
    params: new URL(request.url).searchParams,
    now,
    sizes: listSizes().map(({ size }) => size),
    shelf: context.get(settingsContext).shelf,
  })
  if ('moved' in view) throw redirect(view.moved)
  // Sold-out pre-orders change the counts too, on whatever page the product is.
  noteValidity(notes, now, view.preorders)
  const [first] = view.products
  notes.firstPicture(first?.pictures[0] ?? null, ...firstPictureFrame(view.products.length))
  const full = await readFullPreorders(backend, view.preorders)
  const card = (product: Product) => summariseNow(product, now, full)
  const { preorders, nearest, form, ...rest } = view
  const pause = pauseAt(context.get(settingsContext), now)
  const data = {
    ...rest,
    form: notes.inHtml(form, 'choices'),
    pause: pause && pauseText(pause, now),
    products: view.products.map(card),
    // Under the name that open tabs of the former version read: without it they show an error.
    newest: nearest.map(card),
  }
  return notes.inHtml(data, 'products', 'newest')
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const { page = 1, narrowed = false, form, kind } = loaderData ?? {}
  const siteUrl = siteUrlOf(matches)
  const description = `Every ${kind?.name.toLowerCase() ?? 'garment'} we make. ${shop.description}`
  const name = kind?.plural ?? 'Shop'
  const base = form?.kind ? `/shop?kind=${form.kind}` : '/shop'
  if (narrowed || form?.sort) {
    const title = form?.q ? `“${form.q}” in the shop` : name
    // Any number of such addresses show the same products: they redirect to the canonical address.
    return [...pageMeta({ title, description, path: base, siteUrl }), { name: 'robots', content: 'noindex, follow' }]
  }
  const path = page > 1 ? (form?.address ?? base) : base
  const title = page > 1 ? `${name}, page ${page}` : name
  const crumbs = [{ name: 'Shop', path: '/shop' }, ...(kind ? [{ name, path: base }] : [])]
  const jsonLd =
    import.meta.env.SSR && loaderData
      ? [itemList(loaderData.products ?? [], siteUrl), breadcrumbs(crumbs, siteUrl)]
      : []
  return pageMeta({ title, description, path, siteUrl, jsonLd })
}

export default withNewData(ShopPage)

function ShopPage({ loaderData }: Route.ComponentProps) {
  const { pause, form, kind, kinds, status, note, narrowed, page, pages, previous, next, ways, everything } = loaderData
  const hasFound = form.count > 0
  const cards = useCards(hasFound ? loaderData.products : loaderData.newest)
  const products = hasFound ? cards : []
  const results = useRef<HTMLDivElement>(null)
  const isEmpty = products.length === 0 && !narrowed
  return (
    <div className="page pt-[clamp(1.25rem,5vw,4.5rem)]">
      <header className="grid items-end gap-x-12 gap-y-4 md:grid-cols-[auto_1fr]">
        <h1 className="text-masthead leading-[0.9] tracking-[-0.018em]">{kind?.plural ?? 'Shop'}</h1>
        {!isEmpty && (
          // On a phone the garments begin sooner instead.
          <p
            className={`measure max-w-[24em] text-ink-soft md:justify-self-end md:pb-2 ${pause ? '' : 'max-md:hidden'}`}
          >
            {pause ?? 'Nothing waits on a shelf. Choose your size and we’ll cut yours.'}
          </p>
        )}
      </header>
      {kinds.length > 0 && <Kinds links={kinds} />}
      {!isEmpty && (
        <div className="mt-3 min-h-[9.125rem] sm:min-h-[6.125rem] md:mt-10 lg:min-h-[3.125rem]">
          <Filters form={form} results={results} />
        </div>
      )}
      <div id="found" ref={results} role="status" tabIndex={-1} className="pt-3 text-ink-soft outline-none">
        {!isEmpty && <p className="wrap-any">{status}</p>}
        {note && <p className="wrap-any mt-1 text-ink">{note}</p>}
      </div>
      {products.length > 0 && <ProductGrid products={products} />}
      {products.length === 0 && narrowed && <NothingFound ways={ways} clear={everything} nearest={cards} />}
      {isEmpty && <EmptyRail />}
      {previous === null && <RecentlyViewed />}
      {pages > 1 && <Pages page={page} pages={pages} previous={previous} next={next} />}
    </div>
  )
}

/** The kinds of garments, in one line on a phone. */
function Kinds({ links }: { links: KindLink[] }) {
  return (
    <nav aria-label="Kinds" className="mt-2 md:mt-9">
      <ul className="flex flex-wrap gap-x-[clamp(1rem,5vw,2.5rem)] font-serif text-name">
        {links.map(({ name, to, isCurrent }) => (
          // A short name is as wide as a finger; what follows moves up to its letters.
          <li key={name} className="first:-mr-4">
            <Link to={to} prefetch="intent" aria-current={isCurrent ? 'page' : undefined} className="nav-link min-w-11">
              <span className="link">{name}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
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
