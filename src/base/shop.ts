import { shop as defaults } from '#shop-defaults'

export type Shop = typeof defaults

/**
 * What is true of this shop: the defaults of `shop.config.ts`, and over them what the owner has changed in the settings.
 * A change replaces fields while the program runs, so a module reads them inside its functions and never while it is
 * imported; `shop.test.ts` checks that. Country, language, time zone and currency are constants of `shop.config.ts`.
 */
export const shop: Shop = { ...defaults }

// A page of the server carries what differs from the defaults of the build.
if (typeof document === 'object') Object.assign(shop, JSON.parse(document.documentElement.dataset.shop ?? '{}'))

let inPages: string | undefined

/** Sets what differs from the defaults. */
export function changeShop(changes: Partial<Shop>): void {
  Object.assign(shop, defaults, changes)
  inPages = Object.keys(changes).length > 0 ? JSON.stringify(changes) : undefined
}

/** What a page gives its browser of it: the value of `data-shop`, or undefined where nothing differs. */
export function shopInPages(): string | undefined {
  return inPages
}
