import { useContext, useEffect, useEffectEvent } from 'react'
import {
  type DataRouter,
  UNSAFE_DataRouterContext as RouterContext,
  type RouterNavigateOptions,
  type To,
} from 'react-router'

type Close = () => void
type EntryState = { key?: string; layer?: number } | null

/** How to close each open layer, the topmost last. */
const layers = new Set<Close>()

/** Until the browser has left the entries of closed layers. */
let leaving: Promise<void> | undefined
let arrive: Close

let navigations = 0
let kept: DataRouter | undefined

/**
 * Back closes something that covers the page before it leaves the page. The history holds one entry for each open
 * layer, with the page's URL, and loses it when the layer closes in another way.
 */
export function useLayer(isOpen: boolean, close: Close): void {
  const closeThis = useEffectEvent(close)
  useEffect(() => {
    if (!isOpen) return
    const layer = () => closeThis()
    layers.add(layer)
    void settle()
    return () => {
      layers.delete(layer)
      void settle()
    }
  }, [isOpen])
}

/**
 * Keeps the entries of layers from the router, once in each page: it never sees one, since a navigation first leaves
 * them, and a move between them stays here. The entry of a layer that is no longer open, which Forward or a reload
 * shows, is left at once.
 */
export function LayerHistory() {
  const router = useContext(RouterContext)?.router
  useEffect(() => router && keepFrom(router), [router])
  return null
}

function keepFrom(router: DataRouter): void {
  if (kept) return
  kept = router
  const { navigate } = router
  router.navigate = async (to: number | To | null, options?: RouterNavigateOptions) => {
    if (typeof to === 'number') return navigate(to)
    navigations += 1
    try {
      await leaveDownTo(0)
      await navigate(to, options)
    } finally {
      navigations -= 1
      void settle()
    }
  }
  void settle()
}

function onPopState(event: PopStateEvent): void {
  if (!kept) return
  const { location: shown, navigation } = kept.state
  const isShown = ((event.state as EntryState)?.key ?? 'default') === shown.key
  // A navigation under way is the router's to cancel.
  if (isShown && (leaving || navigation.state === 'idle')) event.stopImmediatePropagation()
  if (!leaving) closeDownTo(isShown ? depth() : 0)
  endLeaving()
}

if (!import.meta.env.SSR) {
  // With this module, which comes before the router and its own listener: Chromium calls the window's listeners in
  // the order in which they were added, capturing or not.
  addEventListener('popstate', onPopState, true)
  // A page from the back/forward cache may have left while it waited.
  addEventListener('pageshow', () => kept && endLeaving())
}

/** The number of layers that the present entry belongs to. */
function depth(): number {
  return (history.state as EntryState)?.layer ?? 0
}

/** Gives each open layer an entry, and leaves those of the others. */
async function settle(): Promise<void> {
  // In one rendering a layer may replace another.
  await leaving
  if (navigations > 0) return
  while (depth() < layers.size) history.pushState({ ...history.state, layer: depth() + 1 }, '')
  void leaveDownTo(layers.size)
}

function leaveDownTo(count: number): Promise<void> | undefined {
  const closed = depth() - count
  if (!leaving && closed > 0) {
    leaving = new Promise((resolve) => {
      arrive = resolve
    })
    history.go(-closed)
  }
  return leaving
}

function endLeaving(): void {
  if (leaving) arrive()
  leaving = undefined
  void settle()
}

function closeDownTo(count: number): void {
  for (const close of [...layers].slice(count).reverse()) {
    layers.delete(close)
    close()
  }
}
