import type { Family } from '#shop-colours'
import { shop as defaults } from '#shop-defaults'
import type { SizeRow } from '#shop-sizes'
import type { Topic } from '#shop-topics'
import type { Verse } from '#shop-verses'

export type Shop = typeof defaults & Apart

type Figures = (typeof defaults)['policies']
/** The figures of the policies that a change replaced, and when. */
export type FormerFigures = Partial<Figures> & { until: string }

/** What the owner has changed of the defaults that are apart from `shop.config.ts`, since few pages need them. */
type Apart = {
  sizeChart?: readonly SizeRow[]
  colours?: readonly Family[]
  topics?: readonly Topic[]
  verse?: Verse
  policies: { former?: readonly FormerFigures[] }
}

const unchanged: Record<Exclude<keyof Apart, 'policies'>, undefined> = {
  sizeChart: undefined,
  colours: undefined,
  topics: undefined,
  verse: undefined,
}

/**
 * What is true of this shop: the defaults of `shop.config.ts`, and over them what the owner has changed in the settings.
 * A change replaces fields while the program runs, so a module reads them inside its functions and never while it is
 * imported; `shop.test.ts` checks that. Country, language, time zone and currency are constants of `shop.config.ts`.
 */
export const shop: Shop = { ...defaults }

// A page of the server carries what differs from the defaults of the build.
if (typeof document === 'object') Object.assign(shop, JSON.parse(document.documentElement.dataset.shop ?? '{}'))

let inPages: string | undefined

/** Sets what differs from the defaults. `notInPages`: what no page's script reads. */
export function changeShop(changes: Partial<Shop>, notInPages: Partial<Shop> = {}): void {
  Object.assign(shop, unchanged, defaults, changes, notInPages)
  inPages = Object.keys(changes).length > 0 ? JSON.stringify(changes) : undefined
}

/** What a page gives its browser of it: the value of `data-shop`, or undefined where nothing differs. */
export function shopInPages(): string | undefined {
  return inPages
}
