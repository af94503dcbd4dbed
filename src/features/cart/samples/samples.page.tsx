import { formatDay } from '#base/calendar-day.ts'
import { listProducts } from '#features/catalogue/product.ts'
import { clothName, clothPicture } from '#features/catalogue/samples.ts'
import { letterOf } from '#features/settings/delivery.ts'
import { describeArrivals, dispatchBy } from '#features/settings/dispatch-and-arrival.ts'
import { settingsContext } from '#features/settings/page-settings.ts'
import { orderedFrom } from '#features/settings/selling.ts'
import { useShopTerms } from '#features/settings/shop-terms.ts'
import { backendContext, clockContext } from '#platform/pages/page-context.ts'
import { shop } from '#shop'
import { Link } from '#ui/link.tsx'
import { pageMeta, siteUrlOf } from '#ui/page-meta.ts'
import { withNewData } from '#ui/with-new-data.ts'
import type { Route } from './+types/samples.page.ts'
import { ChooseSamples, type Cloth } from './choose-samples.tsx'
import { describeCloth } from './describe-cloth.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const now = context.get(clockContext)()
  const settings = context.get(settingsContext)
  const { samplesPence, zones } = settings
  if (samplesPence === null) return { cloths: [], pricePence: null, posted: null, arrives: null }
  const orderedAt = orderedFrom(settings, now)
  const leaves = dispatchBy({ orderedAt, productionDays: shop.samples.dispatchDays, work: 0 }, settings)
  const [home] = zones
  const letters = zones.map((zone) => ({ ...zone, services: [letterOf(zone) ?? zone.services].flat() }))
  const products = await listProducts(context.get(backendContext))
  return {
    cloths: products.map(
      (product): Cloth => ({
        slug: product.slug,
        cloth: clothName(product),
        name: product.name,
        colour: product.colour,
        ...describeCloth(product),
        picture: clothPicture(product.pictures),
      }),
    ),
    pricePence: samplesPence,
    posted: formatDay(leaves, now),
    arrives: describeArrivals(letters, leaves, now)[home?.id ?? '']?.[0]?.day ?? null,
  }
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => [
  ...pageMeta({
    title: 'Fabric Samples',
    description: `Up to ${shop.samples.most} fabric samples by post before you decide, cut from the cloth we sew with.`,
    path: '/samples',
    siteUrl: siteUrlOf(matches),
  }),
  ...(loaderData?.pricePence === null ? [{ name: 'robots', content: 'noindex' }] : []),
]

export default withNewData(SamplesPage)

function SamplesPage({ loaderData: { cloths, pricePence, posted, arrives } }: Route.ComponentProps) {
  const { pause } = useShopTerms()
  const isOffered = pricePence !== null && cloths.length > 0
  return (
    <div className="page pt-[clamp(2rem,5vw,4.5rem)]">
      <header className="grid items-end gap-x-12 gap-y-5 lg:grid-cols-12">
        <h1 className="text-masthead leading-[0.94] tracking-[-0.018em] lg:col-span-7">Feel the cloth first</h1>
        <div className="max-w-[30em] text-ink-soft text-lead leading-[1.4] lg:col-span-5 lg:pb-2">
          {isOffered ? (
            <p>
              Choose up to {shop.samples.most} fabrics. We cut a piece of each, about the size of your palm, and post
              them in a letter by {posted}.
            </p>
          ) : (
            <p>
              We don’t send samples just now. Each garment’s page says what it’s made of, and you’re welcome to{' '}
              <Link to="/contact" className="link">
                ask us
              </Link>{' '}
              anything about a fabric.
            </p>
          )}
        </div>
      </header>
      {isOffered ? (
        <>
          <p className="mt-6 text-ink-soft text-small lg:mt-8">
            {pause && `${pause.text} `}
            {arrives && `With you by ${arrives} in the UK. `}
            Ordered with a garment, samples travel in its parcel, so order them on their own to have them first.
          </p>
          <div className="mt-8 lg:mt-10">
            <ChooseSamples cloths={cloths} pricePence={pricePence} />
          </div>
        </>
      ) : (
        <p className="mt-10">
          <Link to="/shop" className="inline-flex min-h-11 items-center">
            <span className="link">See the garments</span>
          </Link>
        </p>
      )}
    </div>
  )
}
