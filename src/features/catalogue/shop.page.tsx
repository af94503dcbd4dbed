import { data } from 'react-router'
import { pageMeta, siteUrlOf } from '#features/content/page-meta.ts'
import { daysLeft, isPreorderLive } from '#features/pre-order/is-live.ts'
import { noteValidity } from '#features/pre-order/live-preorders.ts'
import { backendContext, clockContext, pageNotesContext } from '#infrastructure/http/page-context.ts'
import { shop } from '#shop'
import { buttonLook } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import { Rule } from '#ui/rule.tsx'
import type { Route } from './+types/shop.page.ts'
import { listProductPage, productsPerPage } from './product.ts'
import { ProductGrid } from './product-grid.tsx'
import { summarise } from './product-summary.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
  const page = pageNumber(new URL(request.url).searchParams.get('page'))
  const now = context.get(clockContext)()
  const { products, total } = await listProductPage(context.get(backendContext), page)
  if (page > 1 && products.length === 0) throw data('No such page', { status: 404 })
  noteValidity(context.get(pageNotesContext), now, products)
  return {
    page,
    pages: Math.max(1, Math.ceil(total / productsPerPage)),
    products: products.map((product) =>
      summarise(product, isPreorderLive(product, now) ? daysLeft(product.preorderEndsAt ?? now, now) : null),
    ),
  }
}

function pageNumber(text: string | null): number {
  const page = Number(text ?? 1)
  if (!Number.isInteger(page) || page < 1 || page > 1_000_000) throw data('No such page', { status: 404 })
  return page
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const page = loaderData?.page ?? 1
  return pageMeta({
    title: page > 1 ? `Shop, page ${page}` : 'Shop',
    description: `Every garment we make. ${shop.description}`,
    path: page > 1 ? `/shop?page=${page}` : '/shop',
    siteUrl: siteUrlOf(matches),
  })
}

export default function ShopPage({ loaderData: { products, page, pages } }: Route.ComponentProps) {
  return (
    <div className="page pt-[clamp(2rem,5vw,4.5rem)]">
      <header className="grid items-end gap-x-12 gap-y-4 md:grid-cols-[auto_1fr]">
        <h1 className="text-masthead leading-[0.9] tracking-[-0.018em]">Shop</h1>
        {products.length > 0 && (
          <p className="measure max-w-[24em] text-ink-soft md:justify-self-end md:pb-2">
            Nothing here is waiting on a shelf. Choose a garment and a size, and yours is cut.
          </p>
        )}
      </header>
      {products.length > 0 ? (
        <ProductGrid products={products} />
      ) : (
        <div className="mt-12 max-w-2xl">
          <Rule />
          <p className="mt-8 font-serif text-title leading-tight">The rail is empty for a moment.</p>
          <p className="measure mt-3 text-ink-soft">
            New garments are on the cutting table. Write to us and we will tell you when they hang here.
          </p>
          <Link to="/contact" className={buttonLook('line', 'mt-8')}>
            Write to us
          </Link>
        </div>
      )}
      {pages > 1 && <Pages page={page} pages={pages} />}
    </div>
  )
}

function Pages({ page, pages }: { page: number; pages: number }) {
  const look = 'link inline-flex min-h-11 items-center'
  return (
    <nav aria-label="Pages" className="mt-20 flex items-center justify-between gap-6">
      {page > 1 ? (
        <Link to={page === 2 ? '/shop' : `/shop?page=${page - 1}`} rel="prev" className={look}>
          Previous
        </Link>
      ) : (
        <span />
      )}
      <span className="text-ink-soft">
        Page {page} of {pages}
      </span>
      {page < pages ? (
        <Link to={`/shop?page=${page + 1}`} rel="next" className={look}>
          Next
        </Link>
      ) : (
        <span />
      )}
    </nav>
  )
}
