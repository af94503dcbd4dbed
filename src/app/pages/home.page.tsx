import { dayMs } from '#base/day-ms.ts'
import { clockName, formatDeadline } from '#base/shop-time.ts'
import { listLivePreorders, noteValidity } from '#features/catalogue/preorders/live-preorders.ts'
import { listProducts } from '#features/catalogue/product.ts'
import { countdownParts, inWorldTime } from '#features/content/countdown.tsx'
import { isBeforeLaunch } from '#features/content/documents/read-documents.ts'
import { readSlots } from '#features/content/documents/read-slots.ts'
import { homeFacts } from '#features/content/home/home-facts.ts'
import { heroSizes } from '#features/content/home/home-hero.tsx'
import { HomeView } from '#features/content/home/home-view.tsx'
import { organization, website } from '#features/seo/json-ld.ts'
import { settingsContext } from '#features/settings/page-settings.ts'
import { readFullPreorders } from '#features/waitlist/fetch-waitlist-facts.ts'
import { backendContext, clockContext, pageNotesContext } from '#platform/pages/page-context.ts'
import { late } from '#ui/late.tsx'
import { pageMeta, siteUrlOf } from '#ui/page-meta.ts'
import { withNewData } from '#ui/with-new-data.ts'
import type { Route } from './+types/home.page.ts'

// Loaded only before the opening.
const ComingSoon = late(async () => (await import('#features/content/coming-soon.tsx')).ComingSoon)

export async function loader({ context, request }: Route.LoaderArgs) {
  const now = context.get(clockContext)()
  const settings = context.get(settingsContext)
  const { launchAt } = settings
  const notes = context.get(pageNotesContext)
  if (await isBeforeLaunch({ context, request }, launchAt)) {
    // A preview after the launch shows a day to come.
    const opensAt = launchAt > now ? launchAt : new Date(now.getTime() + 30 * dayMs)
    notes.validUntil(opensAt)
    return {
      launch: {
        at: inWorldTime(opensAt, now).toISOString(),
        day: `${formatDeadline(opensAt, now)}, ${clockName}`,
        left: countdownParts(opensAt.getTime() - now.getTime()),
        words: await readSlots({ context, request }, 'coming-soon'),
      },
      home: null,
    }
  }

  const backend = context.get(backendContext)
  const [products, live] = await Promise.all([listProducts(backend), listLivePreorders(backend, now)])
  noteValidity(notes, now, products)
  const [full, words] = await Promise.all([readFullPreorders(backend, live), readSlots({ context, request }, '/')])
  const home = homeFacts({ products, live, full }, now, settings, words)
  if (home.hero.isRoom) notes.firstPicture(home.hero.picture, heroSizes)
  return { launch: null, home: notes.inHtml(home, 'newest', 'words') }
}

export const meta: Route.MetaFunction = ({ matches }) => {
  const siteUrl = siteUrlOf(matches)
  return pageMeta({
    path: '/',
    siteUrl,
    jsonLd: import.meta.env.SSR ? [organization(siteUrl), website(siteUrl)] : [],
  })
}

export default withNewData(HomePage)

function HomePage({ loaderData: { launch, home } }: Route.ComponentProps) {
  return launch ? <ComingSoon launch={launch} words={launch.words} /> : <HomeView home={home} />
}
