import { formatDay } from '#base/calendar-day.ts'
import { pence } from '#base/money.ts'
import { describePreorders } from '#features/catalogue/preorders/describe-preorder.ts'
import { isPreorderLive } from '#features/catalogue/preorders/preorder.ts'
import type { Product } from '#features/catalogue/product.ts'
import { centimetres, sizeChart } from '#features/catalogue/sizes/size-chart.ts'
import { summarise } from '#features/catalogue/summarise.ts'
import { deliveryServices } from '#features/settings/delivery.ts'
import { dispatchBy } from '#features/settings/dispatch-and-arrival.ts'
import type { PageSettings } from '#features/settings/page-settings.ts'
import { pauseAt } from '#features/settings/selling.ts'
import type { WorkingTime } from '#features/settings/shop-settings.ts'
import { shop } from '#shop'
import { verses } from '#shop-verses'

const newest = 5
const mostColours = 24

export type HomeFacts = ReturnType<typeof homeFacts>

/**
 * The data of Home at a given time. products: the active ones, oldest first; live: those on pre-order; full: the ids of
 * sold-out ones.
 */
export function homeFacts(
  { products, live, full }: { products: readonly Product[]; live: readonly Product[]; full: ReadonlySet<string> },
  now: Date,
  settings: Pick<PageSettings, 'zones' | 'pictures' | 'launchAt' | 'closing'> & WorkingTime,
) {
  const { zones, productionDays, pictures: own } = settings
  const made = products.filter((product) => !isPreorderLive(product, now)).reverse()
  const pictured = made.filter(({ pictures }) => pictures.length > 0)
  // The shop's first product is the featured one; the newest have a section further down.
  const featured = pictured.at(-1) ?? made[0] ?? products[0]
  const second = pictured.at(-2)
  const [service] = deliveryServices({ country: 'GB', goodsPence: pence(0) }, zones)
  return {
    hero: { picture: own.hero ?? featured?.pictures[0] ?? null, isRoom: own.hero !== undefined },
    story: own.workroom ?? own.rail ?? second?.pictures[0] ?? null,
    cloth: own.cloth ?? null,
    // Fabrics of pre-orders are included.
    colours: coloursOf(products.toReversed()),
    sizes: shop.sizes.map((size) => {
      const row = sizeChart.find((other) => other.size === size)
      return { size, fits: row ? `Bust ${centimetres(row.bust)} · Hips ${centimetres(row.hips)}` : null }
    }),
    preorders: describePreorders(live, { now, full }, settings).filter((preorder) => !preorder.full),
    newest: made.slice(0, newest).map((product) => summarise(product, null)),
    orderedToday: pauseAt(settings, now) ? null : formatDay(dispatchBy({ orderedAt: now }, settings), now),
    productionDays,
    isAbroad: zones.length > 1,
    transit: service?.transit.replace('-', '–') ?? null,
    verse: verses.opening,
  }
}

/** Every colour once, the newest first, with a product in it. */
function coloursOf(products: readonly Product[]): { name: string; slug: string }[] {
  const colours = new Map<string, string>()
  for (const { colour, slug } of products) if (colour && !colours.has(colour)) colours.set(colour, slug)
  return [...colours].slice(0, mostColours).map(([name, slug]) => ({ name, slug }))
}
