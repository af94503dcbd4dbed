import { data, redirect } from 'react-router'
import { formatDay } from '#base/calendar-day.ts'
import { AddToCart } from '#features/cart/add-to-cart.tsx'
import { Arrival } from '#features/cart/arrival.tsx'
import { isKlarnaOffered } from '#features/cart/cart-facts.ts'
import { availabilityOf } from '#features/catalogue/availability.ts'
import { hasHem } from '#features/catalogue/kinds.ts'
import { garmentPictureSizes } from '#features/catalogue/prefetch-picture.ts'
import {
  type DescribedEnd,
  describeEnd,
  makingTime,
  summariseNow,
} from '#features/catalogue/preorders/describe-preorder.ts'
import { noteValidity } from '#features/catalogue/preorders/live-preorders.ts'
import { isPreorderLive, preorderReasonText, priceNow } from '#features/catalogue/preorders/preorder.ts'
import { findProductBySlug, listProducts, makingOf, shownProduct } from '#features/catalogue/product.ts'
import { ProductView } from '#features/catalogue/product-view.tsx'
import { RecentlyViewed } from '#features/catalogue/recent/recently-viewed.tsx'
import { listRelated } from '#features/catalogue/related.ts'
import { RelatedGarments } from '#features/catalogue/related-garments.tsx'
import { hemWords } from '#features/catalogue/sizes/hem.ts'
import { listSizeRangeLabels } from '#features/catalogue/sizes/size-chart.ts'
import { missingPage } from '#features/content/documents/read-slots.ts'
import { readPublishedReviews, reviewJsonLd } from '#features/reviews/published/published-reviews.ts'
import { findMoved } from '#features/seo/moved/find-moved.ts'
import { productHead } from '#features/seo/product-head.ts'
import { deliveryServices } from '#features/settings/delivery.ts'
import { closureLabel, describeArrivals, dispatchBy, handlingDays } from '#features/settings/dispatch-and-arrival.ts'
import { settingsContext } from '#features/settings/page-settings.ts'
import { orderedFrom } from '#features/settings/selling.ts'
import { useShopTerms } from '#features/settings/shop-terms.ts'
import { findAbsentPage, readFullPreorders } from '#features/waitlist/fetch-waitlist-facts.ts'
import { memoizePerClient } from '#platform/pages/memoize-per-client.ts'
import { backendContext, clockContext, pageNotesContext } from '#platform/pages/page-context.ts'
import { Breadcrumb } from '#ui/breadcrumb.tsx'
import { EarlyScript } from '#ui/early-script.tsx'
import { late } from '#ui/late.tsx'
import { seen, touched } from '#ui/late-when.ts'
import { pageMeta, siteUrlOf } from '#ui/page-meta.ts'
import { withNewData } from '#ui/with-new-data.ts'
import { script as firstTouch } from '../first-touch.ts?script'
import { script as waitForTouch } from '../wait-for-touch.ts?script'
import type { Route } from './+types/product.page.ts'

const HemOnHer = late(async () => (await import('#features/cart/sizes/hem-on-her.tsx')).HemOnHer, seen)
const ReviewsSection = late(
  async () => (await import('#features/reviews/published/reviews-section.tsx')).ReviewsSection,
  seen,
)
const RatingLine = late(async () => (await import('#features/reviews/published/rating-line.tsx')).RatingLine, touched)
const SaveAndShare = late(
  async () => (await import('#features/catalogue/saved/save-buttons.tsx')).SaveAndShare,
  touched,
)
/** Replaces the buying form while a pre-order is sold out. */
const WaitlistView = late(async () => (await import('#features/waitlist/waitlist-view.tsx')).WaitlistView)
/** Replaces the page of a product that was public and is inactive. */
const AbsentGarment = late(async () => (await import('#features/waitlist/absent-garment-view.tsx')).AbsentGarmentView)

/**
 * The whole head of a page, by the part that goes to browsers: the part for search engines is large, and rendered only
 * here.
 */
const heads = new WeakMap<object, ReturnType<typeof productHead>>()

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const backend = context.get(backendContext)
  const now = context.get(clockContext)()
  const settings = context.get(settingsContext)
  const { captcha } = settings.signIn
  const [found, others] = await Promise.all([findProductBySlug(backend, params.slug), listProducts(backend)])
  if (!found) {
    const moved = await findMoved(backend, params.slug)
    if (moved) throw redirect(`/product/${moved}${new URL(request.url).search}`, 301)
    const absent = await findAbsentPage(backend, { slug: params.slug, others, now, captcha })
    if (absent) return data({ absent }, { status: 404 })
    throw await missingPage({ context, request })
  }
  const product = priceNow(found, now)
  const related = await memoizePerClient(backend, `related ${found.id}`, async () => listRelated(found, others))
  const notes = context.get(pageNotesContext)
  noteValidity(notes, now, [product, ...related])
  notes.firstPicture(product.pictures[0] ?? null, garmentPictureSizes)

  const live = isPreorderLive(product, now)
  const endsAt = live && product.preorderEndsAt ? new Date(product.preorderEndsAt) : null
  const [taken, reviews] = await Promise.all([
    readFullPreorders(backend, [product, ...related]),
    readPublishedReviews(backend, { productId: product.id, page: new URL(request.url).searchParams.get('reviews') }),
  ])
  const full = live && taken.has(product.id)
  const orderedAt = orderedFrom(settings, now)
  const leaves = dispatchBy({ orderedAt, ...makingOf(product), preorderEndsAt: endsAt }, settings)
  const documentHead = productHead(
    product,
    {
      endsAt,
      availability: availabilityOf(product, { isFull: full, now }, settings),
      reviews: reviewJsonLd(reviews),
      handlingDays: handlingDays({ orderedAt, ...makingOf(product) }, settings),
    },
    settings,
  )
  const head = { title: product.name, description: documentHead.description ?? '', path: documentHead.path }
  heads.set(head, documentHead)
  const arrivals = describeArrivals(settings.zones, leaves, now)
  const days = new Map(Object.values(arrivals).flatMap((services) => services.map(({ id, day }) => [id, day])))
  const services = deliveryServices({ country: 'GB', goodsPence: product.pricePence }, settings.zones)
  const delivery = services.map((service) => ({ ...service, day: days.get(service.id) ?? '' }))
  return {
    product: shownProduct(product),
    ranges: listSizeRangeLabels(product.sizes),
    isHemmed: hasHem(product),
    // The figure says it where there are measures.
    hem: product.measures ? null : hemWords(product.length),
    live,
    reason: live && !full ? preorderReasonText(product) : null,
    waiting: full ? { captcha } : null,
    closes: endsAt && withHeldEnd(describeEnd(endsAt, now), product.preorderEndHeld),
    making: live || product.productionDays ? makingTime(product, settings) : null,
    dispatched: formatDay(leaves, now),
    arrivals,
    klarna: isKlarnaOffered(leaves, orderedAt),
    closure: closureLabel(settings, { now, leaves }),
    delivery,
    responsiblePerson: settings.responsiblePerson,
    head,
    reviews,
    related: related.map((other) => summariseNow(other, now, taken)),
  }
}

/** `isHeld`: no other end of its pre-order was ever shown. */
function withHeldEnd(end: DescribedEnd, isHeld: boolean): DescribedEnd {
  return isHeld ? { ...end, text: `${end.text}. This date has not moved` } : end
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData) return []
  if ('absent' in loaderData) {
    const { name, slug } = loaderData.absent.garment
    const title = `${name}, not available just now`
    return [
      ...pageMeta({ title, path: `/product/${slug}`, siteUrl: siteUrlOf(matches) }),
      { name: 'robots', content: 'noindex' },
    ]
  }
  return pageMeta({ ...(heads.get(loaderData.head) ?? loaderData.head), siteUrl: siteUrlOf(matches) })
}

export default withNewData(ProductPage)

function ProductPage({ loaderData }: Route.ComponentProps) {
  const { pause } = useShopTerms()
  if ('absent' in loaderData) return <AbsentGarment {...loaderData.absent} />
  const {
    product,
    ranges,
    isHemmed,
    hem,
    live,
    klarna,
    reason,
    waiting,
    closes,
    making,
    dispatched,
    arrivals,
    closure,
    delivery,
    responsiblePerson,
    reviews,
  } = loaderData
  return (
    <div className="page md:pt-3 lg:pt-5">
      <Breadcrumb crumbs={[{ name: 'Shop', to: '/shop' }]} here={product.name} />
      <ProductView
        product={product}
        closes={closes}
        reason={reason}
        making={making}
        dispatched={dispatched}
        arrival={<Arrival arrivals={arrivals} />}
        closure={closure}
        pause={pause?.text ?? null}
        full={waiting !== null}
        delivery={delivery}
        responsiblePerson={responsiblePerson}
        hem={hem}
        rating={reviews && <RatingLine figures={reviews.figures} />}
        figure={
          product.measures && (
            <HemOnHer key={product.id} measures={product.measures} name={product.name} isHemmed={isHemmed} />
          )
        }
        buying={
          <>
            {waiting ? (
              <WaitlistView why="full" product={product} captcha={waiting.captcha} />
            ) : (
              <AddToCart key={product.id} {...{ product, ranges, isHemmed, live: live && !pause, klarna }} />
            )}
            <div key={product.slug} className="mt-3 flex flex-wrap gap-x-7 noscript:hidden">
              <SaveAndShare id={product.id} name={product.name} />
            </div>
          </>
        }
      />
      {reviews && (
        <ReviewsSection
          key={`${product.id} ${reviews.version}`}
          reviews={reviews}
          name={product.name}
          path={loaderData.head.path}
        />
      )}
      <RelatedGarments products={loaderData.related} />
      <RecentlyViewed here={product.id} />
      <EarlyScript>{firstTouch}</EarlyScript>
      <EarlyScript>{waitForTouch}</EarlyScript>
    </div>
  )
}
