import { type ReactNode, useLayoutEffect } from 'react'
import { isRouteErrorResponse, Links, Meta, Outlet, useLocation, useRouteError, useRouteLoaderData } from 'react-router'
import { ScrollMemory } from '#app/scroll-memory.tsx'
import { listKindLinks } from '#features/catalogue/kind-links.ts'
import { listPreorderNotices, noteValidity } from '#features/catalogue/preorders/live-preorders.ts'
import { marqueeText } from '#features/catalogue/preorders/marquee.tsx'
import { daysLeft } from '#features/catalogue/preorders/preorder.ts'
import { useReloadAt } from '#features/catalogue/preorders/use-reload-at.ts'
import { inWorldTime } from '#features/content/countdown.tsx'
import { documentsContext, hasMaker, isBeforeLaunch, ownLinks } from '#features/content/documents/read-documents.ts'
import { FaultBoundary, FaultPage } from '#features/content/fault-page.tsx'
import type { PageLink } from '#features/content/shell/links.ts'
import { readFooter } from '#features/content/shell/read-footer.ts'
import { Shell } from '#features/content/shell/shell.tsx'
import { settingsContext } from '#features/settings/page-settings.ts'
import { pauseAt, pauseLine } from '#features/settings/selling.ts'
import { readFullPreorders } from '#features/waitlist/fetch-waitlist-facts.ts'
import { backendContext, clockContext, pageNotesContext } from '#platform/pages/page-context.ts'
import { shop, shopInPages } from '#shop'
import { EarlyScript, PageEnd, PageLook } from '#ui/early-script.tsx'
import { late } from '#ui/late.tsx'
import { LayerHistory } from '#ui/layers.ts'
import type { Route } from './+types/root.ts'
import { script as textKeeper } from './app/translated-pages.ts?script'
import '#app/app.css'
import { shopTerms } from '#features/settings/read-shop-settings.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
  const now = context.get(clockContext)()
  const settings = context.get(settingsContext)
  const documents = context.get(documentsContext)
  const { launchAt, siteUrl, anonKey } = settings
  const pause = pauseAt(settings, now)
  const backend = context.get(backendContext)
  const [live, kinds] = await Promise.all([listPreorderNotices(backend, now), listKindLinks(backend, settings.kinds)])
  const full = await readFullPreorders(backend, live)
  noteValidity(context.get(pageNotesContext), now, live)
  const firstEnd = live[0]?.preorderEndsAt
  const data = {
    siteUrl,
    anonKey,
    rules: settings.rules,
    captcha: settings.signIn.captcha,
    launched: !(await isBeforeLaunch({ context, request }, launchAt)),
    banner: pause ? pauseLine(pause, now) : settings.banner,
    opensAt: pause?.until ? inWorldTime(pause.until, now).toISOString() : null,
    terms: { ...shopTerms(settings, now), maker: hasMaker(documents, now) },
    footer: await readFooter({ context, request }),
    preorderLive: live.length > 0,
    kinds,
    ...named('inHeader', ownLinks(documents, 'header', now)),
    // A sold-out pre-order is not advertised, and none while the shop takes no orders.
    marquee: live
      .filter(({ id }) => !pause && !full.has(id))
      .map(({ name, preorderEndsAt }) => marqueeText(name, daysLeft(preorderEndsAt ?? now, now))),
    firstEndsAt: firstEnd ? inWorldTime(new Date(firstEnd), now).toISOString() : null,
  }
  return context.get(pageNotesContext).inHtml(data, 'footer')
}

export const links: Route.LinksFunction = () => [
  { rel: 'icon', type: 'image/svg+xml', href: '/favicon.svg' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
  { rel: 'manifest', href: '/manifest.webmanifest' },
]

/** A list under its name; nothing for an empty one, so that no page has a byte for it. */
function named<Name extends string>(name: Name, list: PageLink[]): { [Key in Name]?: PageLink[] } {
  return list.length > 0 ? ({ [name]: list } as { [Key in Name]?: PageLink[] }) : {}
}

/** One list for all renderings: the header is memoised. */
const none: never[] = []

/** The longest banner, in characters, that fits on one line of a phone. */
const oneLine = 32

/** The document of every page. Only an address without a page has its error inside the frame. */
export function Layout({ children }: { children: ReactNode }) {
  const error = useRouteError()
  if (!error) return <Page>{children}</Page>
  if (!isRouteErrorResponse(error) || error.status !== 404) return <FaultPage />
  return (
    <FaultBoundary>
      <Page>{children}</Page>
    </FaultBoundary>
  )
}

function Page({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  // Absent when the root loader failed: the page is then shown in the plain layout.
  const data = useRouteLoaderData<typeof loader>('root')
  const banner = data?.banner ?? ''
  // In the same step in which the page becomes React's: a press is answered by the first-touch script or by React.
  useLayoutEffect(announceHydrated, [])
  return (
    <html
      lang={shop.language}
      data-shop={import.meta.env.SSR ? shopInPages() : undefined}
      data-banner={banner.length > oneLine ? 'long' : banner ? undefined : 'none'}
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        {data && <meta name="backend-key" content={data.anonKey} />}
        <Meta />
        <Links />
        {import.meta.env.SSR && <PageLook part="head" />}
        {/*
         * After the style sheets, so that the body is parsed once they are there. If the first script were at the end of
         * the body, Chromium would often draw what is inside a container query once without the base styles.
         */}
        <EarlyScript>{textKeeper}</EarlyScript>
      </head>
      <body>
        <Shell
          bare={pathname === '/' && data?.launched === false}
          banner={banner}
          still={pathname.startsWith('/admin')}
          preorderLive={data?.preorderLive ?? false}
          kinds={data?.kinds ?? none}
          inHeader={data?.inHeader ?? none}
          samples={data ? data.terms.samplesPence !== null : false}
          marquee={data?.marquee ?? none}
          footer={data?.footer}
        >
          {children}
        </Shell>
        <ScrollMemory />
        <LayerHistory />
        {import.meta.env.SSR && <PageEnd />}
      </body>
    </html>
  )
}

export default function App({ loaderData }: Route.ComponentProps) {
  useReloadAt(loaderData.firstEndsAt)
  useReloadAt(loaderData.opensAt)
  return <Outlet />
}

/** Signals that the page is hydrated. */
function announceHydrated(): void {
  document.documentElement.dataset.hydrated = ''
  dispatchEvent(new Event('hydrated'))
}

const MissingPage = late(async () => (await import('#features/content/missing-page.tsx')).MissingPage)

/** `Layout` shows every error but a missing page. */
export function ErrorBoundary() {
  return <MissingPage />
}
