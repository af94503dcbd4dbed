import { deliveryServices } from '#features/cart/delivery.ts'
import { dispatchBy, formatDay } from '#features/catalogue/dispatch-by.ts'
import { pence } from '#features/catalogue/money.ts'
import type { Product } from '#features/catalogue/product.ts'
import { summarise } from '#features/catalogue/product-summary.ts'
import { describePreorder } from '#features/pre-order/describe-preorder.ts'
import { isPreorderLive } from '#features/pre-order/is-live.ts'
import type { ShopSettings } from '#infrastructure/shop-settings.ts'

const newest = 5

export type HomeFacts = ReturnType<typeof homeFacts>

/** What Home shows at a moment. products: the active ones, the oldest first; live: those open for pre-order then. */
export function homeFacts(
  { products, live }: { products: readonly Product[]; live: readonly Product[] },
  now: Date,
  settings: Pick<ShopSettings, 'zones' | 'productionDays' | 'daysOff'>,
) {
  const { zones, productionDays } = settings
  const made = products.filter((product) => !isPreorderLive(product, now)).reverse()
  const pictured = made.filter(({ pictures }) => pictures.length > 0)
  // The first garment the shop made is its face; the newest have a place of their own further down.
  const face = pictured.at(-1) ?? made[0] ?? products[0]
  const second = pictured.at(-2)
  const [service] = deliveryServices({ country: 'GB', goodsPence: pence(0) }, zones)
  return {
    hero: face ? { name: face.name, slug: face.slug, picture: face.pictures[0] ?? null } : null,
    story: second?.pictures[0] ?? null,
    preorders: live.map((product) => describePreorder(product, now, settings)),
    newest: made.slice(0, newest).map((product) => summarise(product, null)),
    orderedToday: formatDay(dispatchBy({ orderedAt: now }, settings), now),
    productionDays,
    isAbroad: zones.length > 1,
    transit: service?.transit ?? null,
  }
}
