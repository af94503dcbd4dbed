import { data } from 'react-router'
import { AddToCart } from '#features/cart/add-to-cart.tsx'
import { deliveryServices } from '#features/cart/delivery.ts'
import { pageMeta, siteUrlOf } from '#features/content/page-meta.ts'
import { formatDeadline } from '#features/pre-order/deadline.ts'
import { daysLeft, isPreorderLive } from '#features/pre-order/is-live.ts'
import { noteValidity } from '#features/pre-order/live-preorders.ts'
import { backendContext, clockContext, pageNotesContext, settingsContext } from '#infrastructure/http/page-context.ts'
import { Breadcrumb } from '#ui/breadcrumb.tsx'
import { pictureAt } from '#ui/picture.tsx'
import type { Route } from './+types/product.page.ts'
import { dispatchBy, formatDay } from './dispatch-by.ts'
import { Gallery } from './gallery.tsx'
import { pence } from './money.ts'
import { Price } from './price.tsx'
import { findProductBySlug, listProducts } from './product.ts'
import { ProductDetails } from './product-details.tsx'
import { productJsonLd } from './product-json-ld.ts'
import { summarise } from './product-summary.ts'
import { relatedTo } from './related.ts'
import { RelatedGarments } from './related-garments.tsx'
import { StatusStrip } from './status-strip.tsx'

export async function loader({ context, params }: Route.LoaderArgs) {
  const backend = context.get(backendContext)
  const now = context.get(clockContext)()
  const [product, others] = await Promise.all([findProductBySlug(backend, params.slug), listProducts(backend)])
  if (!product) throw data('No such product', { status: 404 })
  const related = relatedTo(product, others)
  noteValidity(context.get(pageNotesContext), now, [product, ...related])

  const live = isPreorderLive(product, now)
  const endsAt = live && product.preorderEndsAt ? new Date(product.preorderEndsAt) : null
  const settings = context.get(settingsContext)
  const { siteUrl, zones } = settings
  const leaves = dispatchBy(
    { orderedAt: now, productionDays: product.productionDays, preorderEndsAt: endsAt },
    settings,
  )
  const delivery = deliveryServices({ country: 'GB', goodsPence: product.pricePence }, zones)
  return {
    product,
    live,
    closes: endsAt && { at: endsAt.toISOString(), words: formatDeadline(endsAt) },
    dispatched: formatDay(leaves),
    delivery,
    jsonLd: productJsonLd(product, {
      siteUrl,
      availableFrom: endsAt && leaves,
      deliveryPence: delivery[0]?.pricePence ?? pence(0),
    }),
    related: related.map((other) =>
      summarise(other, isPreorderLive(other, now) ? daysLeft(other.preorderEndsAt ?? now, now) : null),
    ),
  }
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData) return []
  const { name, slug, description, pictures } = loaderData.product
  const [picture] = pictures
  const [summary = ''] = description.split('\n')
  return [
    ...pageMeta({
      title: name,
      description: summary.length > 200 ? `${summary.slice(0, 197).trimEnd()}…` : summary || `${name}, made to order.`,
      path: `/product/${slug}`,
      siteUrl: siteUrlOf(matches),
      ...(picture ? { image: pictureAt(picture.url, 1200) } : {}),
    }),
    { 'script:ld+json': loaderData.jsonLd },
  ]
}

export default function ProductPage({ loaderData }: Route.ComponentProps) {
  const { product, live, closes, dispatched, delivery, related } = loaderData
  const [cheapest] = delivery
  return (
    <div className="page pt-3 lg:pt-5">
      <Breadcrumb crumbs={[{ name: 'Shop', to: '/shop' }]} here={product.name} />
      <div className="mt-3 grid items-start gap-x-[clamp(2rem,6vw,6.5rem)] gap-y-8 lg:mt-5 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <Gallery pictures={product.pictures} />
        <div className="lg:sticky lg:top-20">
          <h1 className="wrap-any text-display leading-none tracking-[-0.018em]">{product.name}</h1>
          {product.colour && <p className="mt-2.5 text-ink-soft text-lead">{product.colour}</p>}
          <p className="mt-4 flex flex-wrap items-baseline gap-x-4">
            <Price pence={product.pricePence} className="text-title" />
            {cheapest && (
              <span className="text-lead text-ink-soft">
                {cheapest.pricePence === 0 ? (
                  'UK delivery free'
                ) : (
                  <>
                    + <Price pence={cheapest.pricePence} /> UK delivery
                  </>
                )}
              </span>
            )}
          </p>
          <StatusStrip closes={closes} dispatched={dispatched} />
          <div className="mt-6">
            <AddToCart key={product.id} product={product} live={live} />
          </div>
          <ProductDetails product={product} delivery={delivery} />
        </div>
      </div>
      <RelatedGarments products={related} />
    </div>
  )
}
