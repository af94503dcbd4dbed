import { readList, storedText } from '#base/stored-value.ts'
import { viewedKey, withFirst } from '#features/catalogue/stored-garments.ts'
import { isScrolled } from '#features/content/shell/is-scrolled.ts'
import { siteStore, tabStore } from '#platform/client/browser-store.ts'
import { hasStoredSession } from '#platform/client/stored-session.ts'
import { shortName } from '#shop'

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
    shownByReact.some((name) => siteStore.getItem(`${shortName}-${name}`) !== null) ||
    tabStore.getItem(`${shortName}-still`) !== null ||
    Boolean(history.state?.layer) ||
    !/^en/.test(navigator.language)
  )
}

if (!needsReact()) Object.assign(window, { untilTouched: true })

const id = document.querySelector<HTMLElement>('[data-save]')?.dataset.save
const viewed = storedText<string[]>({ key: viewedKey(), parse: readList })
if (id) viewed.update((ids) => withFirst(ids, id))

const header = document.querySelector<HTMLElement>('[data-scrolled]')
const hydrated = new AbortController()
const { signal } = hydrated
const showScroll = () => header?.setAttribute('data-scrolled', String(isScrolled()))
addEventListener('scroll', showScroll, { signal })
addEventListener('hydrated', () => hydrated.abort(), { signal })
