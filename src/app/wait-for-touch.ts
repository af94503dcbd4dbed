import { readList, storagePrefix, storedText } from '#base/stored-value.ts'
import { viewedKey, withFirst } from '#features/catalogue/stored-garments.ts'
import { isScrolled } from '#features/content/shell/is-scrolled.ts'
import { siteStore, tabStore } from '#platform/client/browser-store.ts'
import { hasStoredSession } from '#platform/client/stored-session.ts'

/*
 * A program of its own, written into a garment's page after the first-touch script (`?script`): it decides whether
 * React waits for a person, and does what React does before one touches anything.
 */

/** Stored values that the page shows and its first-touch script does not, and a cart, which is soon opened. */
const shownByReact = ['cart', 'country', 'purchases', 'size', 'unit']

/**
 * Whether React is needed before a touch: for what this browser keeps, for an entry of the history that belongs to a
 * layer, or to be there before a browser that translates the page, whose changes it could not take over. A page with a
 * waiting list has no answers before React, and one whose first-touch script failed has none either.
 */
function needsReact(): boolean {
  return (
    !document.querySelector('[data-garment]') ||
    !document.querySelector('body>output') ||
    hasStoredSession() ||
    shownByReact.some((name) => siteStore.getItem(`${storagePrefix}-${name}`) !== null) ||
    tabStore.getItem(`${storagePrefix}-still`) !== null ||
    Boolean(history.state?.layer) ||
    !/^en/.test(navigator.language)
  )
}

const hydrated = new AbortController()

function on(names: string, { signal }: AbortController, work: (event: Event) => void): void {
  for (const name of names.split(' ')) addEventListener(name, work, { capture: true, passive: true, signal })
}

// What is done before the next frame answers the touch.
const afterFrame = (work: () => void) => requestAnimationFrame(() => setTimeout(work))

/** Loads the page's scripts and begins with them at a sign of a person: `start-scripts.ts` calls it. */
function untilTouched(load: () => void, begin: () => void): void {
  const begun = new AbortController()
  on('pointerdown touchstart keydown', begun, () => afterFrame(load))
  const beginSoon = () => {
    begun.abort()
    afterFrame(begin)
  }
  on('pointerup keyup click wheel scroll focusin visibilitychange', begun, beginSoon)
  // A browser sends a move of a mouse that rests, too, when a page appears under it.
  on('pointermove', begun, (event) => {
    const { movementX, movementY } = event as PointerEvent
    if (movementX || movementY) beginSoon()
  })
}

/** Where the server no longer has a file of the page, the page is of a former build: it is loaded anew, once. */
function leaveFormerBuild({ target }: Event): void {
  const [file] = /\/assets\/[^"]+/.exec((target as Element).textContent ?? '') ?? []
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (!file || visit?.type === 'reload') return
  fetch(file, { method: 'HEAD' }).then(
    ({ status }) => status === 404 && location.reload(),
    () => undefined,
  )
}

if (!needsReact()) {
  Object.assign(window, { untilTouched })
  on('error', hydrated, leaveFormerBuild)
}

// At one of these React would finish hydrating at once, inside the event, and not in slices.
const discrete = 'pointerdown pointerup mousedown mouseup touchstart touchend keydown keyup keypress input change'
on(discrete, hydrated, (event) => event.stopPropagation())
// Links lead to their page, and the notices of the first-touch script answer their own presses.
on('click', hydrated, (event) => {
  if (!(event.target as Element | null)?.closest?.('a:not([data-kept]),output *')) event.stopPropagation()
})

const id = document.querySelector<HTMLElement>('[data-save]')?.dataset.save
const viewed = storedText<string[]>({ key: viewedKey(), parse: readList })
if (id) viewed.update((ids) => withFirst(ids, id))

const header = document.querySelector<HTMLElement>('[data-scrolled]')
const { signal } = hydrated
const showScroll = () => header?.setAttribute('data-scrolled', String(isScrolled()))
addEventListener('scroll', showScroll, { signal })
addEventListener('hydrated', () => hydrated.abort(), { signal })
