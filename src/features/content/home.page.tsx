import { deliveryServices } from '#features/cart/delivery.ts'
import { dispatchBy, formatDay } from '#features/catalogue/dispatch-by.ts'
import { pence } from '#features/catalogue/money.ts'
import { listProducts } from '#features/catalogue/product.ts'
import { summarise } from '#features/catalogue/product-summary.ts'
import { formatDeadline } from '#features/pre-order/deadline.ts'
import { describePreorder } from '#features/pre-order/describe-preorder.ts'
import { isPreorderLive } from '#features/pre-order/is-live.ts'
import { listLivePreorders, noteValidity } from '#features/pre-order/live-preorders.ts'
import { backendContext, clockContext, pageNotesContext, settingsContext } from '#infrastructure/http/page-context.ts'
import { shop } from '#shop'
import { pictureAt } from '#ui/picture.tsx'
import type { Route } from './+types/home.page.ts'
import { ComingSoon } from './coming-soon.tsx'
import { countdownParts } from './countdown-parts.ts'
import { HomeClose } from './home/home-close.tsx'
import { HomeHero } from './home/home-hero.tsx'
import { HomeNewest } from './home/home-newest.tsx'
import { HomePreorders } from './home/home-preorders.tsx'
import { HomeSteps } from './home/home-steps.tsx'
import { HomeStory } from './home/home-story.tsx'
import { pageMeta, siteUrlOf } from './page-meta.ts'
import { inWorldTime } from './world-time.ts'

const newest = 5

export async function loader({ context }: Route.LoaderArgs) {
  const now = context.get(clockContext)()
  const settings = context.get(settingsContext)
  const { launchAt, zones, productionDays } = settings
  const notes = context.get(pageNotesContext)
  if (now < launchAt) {
    notes.validUntil(launchAt)
    const left = countdownParts(launchAt.getTime() - now.getTime())
    return {
      launch: { at: inWorldTime(launchAt, now).toISOString(), day: formatDeadline(launchAt, now), left },
      home: null,
    }
  }

  const backend = context.get(backendContext)
  const [products, live] = await Promise.all([listProducts(backend), listLivePreorders(backend, now)])
  noteValidity(notes, now, products)
  const made = products.filter((product) => !isPreorderLive(product, now)).reverse()
  const pictured = made.filter(({ pictures }) => pictures.length > 0)
  // The first garment the shop made is its face; the newest have a place of their own further down.
  const face = pictured.at(-1) ?? made[0] ?? products[0]
  const second = pictured.at(-2)
  const [service] = deliveryServices({ country: 'GB', goodsPence: pence(0) }, zones)
  return {
    launch: null,
    home: {
      hero: face ? { name: face.name, slug: face.slug, picture: face.pictures[0] ?? null } : null,
      story: second?.pictures[0] ?? null,
      preorders: live.map((product) => describePreorder(product, now, settings)),
      newest: made.slice(0, newest).map((product) => summarise(product, null)),
      orderedToday: formatDay(dispatchBy({ orderedAt: now }, settings), now),
      productionDays,
      isAbroad: zones.length > 1,
      transit: service?.transit ?? null,
    },
  }
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const picture = loaderData?.home?.hero?.picture
  return pageMeta({
    path: '/',
    siteUrl: siteUrlOf(matches),
    ...(picture ? { image: pictureAt(picture.url, 1200) } : {}),
  })
}

export default function HomePage({ loaderData: { launch, home } }: Route.ComponentProps) {
  if (launch) return <ComingSoon launch={launch} />
  return (
    <>
      <HomeHero garment={home.hero} />
      <HomePreorders preorders={home.preorders} />
      <HomeStory picture={home.story} />
      <HomeNewest products={home.newest} />
      <HomeSteps
        productionDays={home.productionDays}
        orderedToday={home.orderedToday}
        transit={home.transit}
        isAbroad={home.isAbroad}
      />
      <HomeClose sizes={shop.sizes} verse={shop.verses.opening} />
    </>
  )
}
