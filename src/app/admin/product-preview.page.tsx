import { adminMeta } from '#admin/admin-meta.ts'
import { shopNow } from '#admin/shop-now.ts'
import { formatDay } from '#base/calendar-day.ts'
import { useProduct } from '#features/catalogue/admin/product-queries.ts'
import { describeEnd, makingTime } from '#features/catalogue/preorders/describe-preorder.ts'
import { isPreorderLive, preorderReasonText, priceNow } from '#features/catalogue/preorders/preorder.ts'
import { makingOf, type Product } from '#features/catalogue/product.ts'
import { ProductView } from '#features/catalogue/product-view.tsx'
import { printedSize } from '#features/catalogue/sizes/size.ts'
import { useSettings } from '#features/settings/admin/settings-queries.ts'
import type { FreeDay } from '#features/settings/capacity.ts'
import { deliveryServices } from '#features/settings/delivery.ts'
import { dispatchBy, freeDayOf } from '#features/settings/dispatch-and-arrival.ts'
import { settingsContext } from '#features/settings/page-settings.ts'
import type { ShopTerms } from '#features/settings/shop-terms.contract.ts'
import { useShopTerms, zonesOf } from '#features/settings/shop-terms.ts'
import type { ResponsiblePerson } from '#shop-duties'
import { CouldNotLoad } from '#ui/could-not-load.tsx'
import { Link } from '#ui/link.tsx'
import { Spinner } from '#ui/spinner.tsx'
import type { Route } from './+types/product-preview.page.ts'

export function loader({ context }: Route.LoaderArgs) {
  return { responsiblePerson: context.get(settingsContext).responsiblePerson }
}

export const meta = () => adminMeta('Preview')

export default function ProductPreviewPage({ params: { id }, loaderData }: Route.ComponentProps) {
  return <ProductPreview key={id} id={id} {...loaderData} />
}

/** A product's page as customers will see it, before it is public; nothing can be bought here. */
export function ProductPreview({ id, responsiblePerson }: { id: string; responsiblePerson: ResponsiblePerson | null }) {
  const { data: found, isPending, refetch } = useProduct(id)
  const terms = useShopTerms()
  const { data: settings, isPending: isReading, refetch: reread } = useSettings()
  if (isPending || isReading) return <Spinner label="Loading the product" />
  if (found === undefined || !settings) {
    return (
      <div className="page min-h-[70svh] pt-[clamp(2rem,5vw,4.5rem)]">
        <CouldNotLoad problem="The product couldn’t be loaded." onRetry={() => Promise.all([refetch(), reread()])} />
      </div>
    )
  }
  const freeDay = freeDayOf(
    { capacity: settings.capacity.value, daysOff: terms.daysOff },
    { promised: settings.promised, now: new Date(settings.now) },
  )
  return (
    <div className="page pt-3 lg:pt-5">
      <p className="flex flex-wrap items-center gap-x-5 border-mulberry border-l-2 bg-paper-deep/60 px-4 py-1">
        <span className="label text-mulberry">Preview</span>
        <span className="text-ink-soft text-small">{standing(found)}</span>
        <Link to="/admin" className="ml-auto inline-flex min-h-11 items-center text-small">
          <span className="link">Back to products</span>
        </Link>
      </p>
      {found ? (
        <Shown product={found} terms={terms} freeDay={freeDay} responsiblePerson={responsiblePerson} />
      ) : (
        <h1 className="mt-8 text-display">Product not found</h1>
      )}
    </div>
  )
}

type ShownProps = {
  product: Product
  terms: ShopTerms
  freeDay: FreeDay | null
  responsiblePerson: ResponsiblePerson | null
}

function Shown({ product: found, terms, freeDay, responsiblePerson }: ShownProps) {
  const now = shopNow()
  const orderedAt = terms.pause?.until ? new Date(terms.pause.until) : now
  const product = priceNow(found, now)
  const { productionDays, preorderEndsAt, pricePence, sizes } = product
  const live = isPreorderLive(product, now)
  const endsAt = live && preorderEndsAt ? new Date(preorderEndsAt) : null
  return (
    <ProductView
      product={product}
      closes={endsAt && describeEnd(endsAt, now)}
      making={live || productionDays ? makingTime(product, terms) : null}
      reason={live ? preorderReasonText(product) : null}
      dispatched={formatDay(
        dispatchBy({ orderedAt, ...makingOf(product), preorderEndsAt: endsAt }, { ...terms, freeDay }),
        now,
      )}
      responsiblePerson={responsiblePerson}
      delivery={deliveryServices({ country: 'GB', goodsPence: pricePence }, zonesOf(terms))}
      buying={
        <>
          <p className="label text-ink-soft">Size</p>
          <ul aria-label="Sizes" className="mt-2 flex flex-wrap gap-2">
            {sizes.map((size) => (
              <li
                key={size}
                className="inline-flex min-h-12 min-w-15 items-center justify-center border border-edge px-3 tabular-nums"
              >
                {printedSize(size)}
              </li>
            ))}
          </ul>
          <p className="mt-3 text-ink-soft text-small">You can’t add to the cart from a preview.</p>
        </>
      }
    />
  )
}

function standing(product: Product | null): string {
  if (!product) return 'It may have been deleted.'
  return product.active ? 'Customers see it as shown here.' : 'Only you can see it: the product is inactive.'
}
