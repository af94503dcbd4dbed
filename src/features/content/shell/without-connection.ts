import { type BlockerFunction, type DataRouter, type Location, matchRoutes } from 'react-router'
import { prepareCart } from '#features/cart/cart-button.tsx'
import { offlineNotice } from '#ui/offline.ts'
import { closeToast, prepareToasts, toast } from '#ui/toast.ts'

/**
 * Prepares a page for the loss of its connection: the code of the cart and of notices is there, and a way to another
 * page says why it does not lead there, where the browser would show its own error page.
 */
export function prepare(router: DataRouter | undefined): void {
  const whenIdle = window.requestIdleCallback ?? setTimeout
  whenIdle(prepareCart)
  whenIdle(prepareToasts)
  if (!router) return
  waitForPages(router)
  // `useBlocker` would be part of every page's first script.
  router.getBlocker('without-connection', (way) => {
    if (stayOffline(way)) return true
    waitForFiles(router, way.nextLocation)
    return false
  })
}

const stayOffline: BlockerFunction = ({ currentLocation: here, nextLocation: next }) => {
  const isSamePage = here.pathname === next.pathname && here.search === next.search
  if (navigator.onLine || isSamePage) return false
  void toast({ ...offlineNotice, tone: 'error', about: 'offline' })
  return true
}

// The browser may believe in a connection that reaches nothing. A page that does not arrive is then requested again and
// again, and the one before stays: the router would show an error instead of it, or load it again.

/** How long a page may take before a notice says that it does not arrive, and a single request to try it. */
const patienceMs = 8_000
const pauseMs = 4_000
const about = 'unreached'

/** The page that a notice was shown for. */
let missed: Location | undefined

function waitForPages(router: DataRouter): void {
  const send = window.fetch
  window.fetch = (input, init) => {
    if (!(input instanceof URL && input.pathname.endsWith('.data')) || (init?.method ?? 'GET') !== 'GET')
      return send(input, init)
    return untilArrived(router, init?.signal, async () => {
      const response = await send(input, init)
      const bytes = await response.arrayBuffer()
      return new Response(bytes.byteLength > 0 ? bytes : null, response)
    })
  }
  let next: Location | undefined
  let timer: ReturnType<typeof setTimeout>
  router.subscribe(({ navigation }) => {
    if (navigation.location === next) return
    next = navigation.location
    clearTimeout(timer)
    if (missed) void closeToast(about)
    missed = undefined
    if (next) timer = setTimeout(say, patienceMs, router)
  })
}

type RouterFiles = {
  __reactRouterManifest: { routes: Record<string, { module: string } | undefined> }
  /** A promise of one is as good: the router awaits it. */
  __reactRouterRouteModules: Record<string, unknown>
}

function waitForFiles(router: DataRouter, { pathname }: Location): void {
  const { __reactRouterManifest: manifest, __reactRouterRouteModules: modules } = window as unknown as RouterFiles
  for (const { route } of matchRoutes(router.routes, pathname) ?? []) {
    const file = manifest.routes[route.id]?.module
    if (!file || route.id in modules) continue
    modules[route.id] = untilArrived(router, null, async () => {
      try {
        modules[route.id] = await import(/* @vite-ignore */ file)
        return modules[route.id]
      } catch (error) {
        // The file of an older version is gone, or the browser remembers that it failed.
        const isReached = await isAnswered(file)
        // The customer may be on another page meanwhile, and be writing there.
        const { location: next } = router.state.navigation
        if (isReached && next) load(next)
        throw error
      }
    })
  }
}

async function untilArrived<T>(
  router: DataRouter,
  signal: AbortSignal | null | undefined,
  attempt: () => Promise<T>,
): Promise<T> {
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      if (signal?.aborted) throw error
      say(router)
      await new Promise((again) => setTimeout(again, pauseMs))
    }
  }
}

/** Says once that the requested page does not arrive. Requests of the program itself are not mentioned. */
function say({ state }: DataRouter): void {
  const to = state.navigation.location
  if (!to || missed === to) return
  missed = to
  show(to)
}

function show(to: Location): void {
  void toast({
    title: 'We can’t reach the shop',
    description: 'Your connection seems to be down. This page stays as it is, and your cart is kept.',
    action: { label: 'Try again', onPress: () => void tryAgain(to) },
    tone: 'error',
    about,
    lastsMs: Number.POSITIVE_INFINITY,
  })
}

async function tryAgain(to: Location): Promise<void> {
  void toast({ title: 'Trying again…', about, lastsMs: Number.POSITIVE_INFINITY })
  const isReached = await isAnswered(to.pathname)
  // The page may have arrived meanwhile, or the customer is on another.
  if (missed !== to) return
  if (isReached) load(to)
  else show(to)
}

const isAnswered = (url: string) =>
  fetch(url, { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(patienceMs) }).then(
    () => true,
    () => false,
  )

/** Loads a page as a document, which ends all requests that hang. */
function load({ pathname, search, hash }: Location): void {
  const { href } = new URL(pathname + search + hash, location.href)
  // Back has changed the address already.
  if (href === location.href) location.reload()
  else location.assign(href)
}
