import { formatDay } from '#base/calendar-day.ts'
import { pence } from '#base/money.ts'
import { describePreorders } from '#features/catalogue/preorders/describe-preorder.ts'
import { isPreorderLive } from '#features/catalogue/preorders/preorder.ts'
import type { Product } from '#features/catalogue/product.ts'
import { centimetres, listSizes } from '#features/catalogue/sizes/size-chart.ts'
import { summarise } from '#features/catalogue/summarise.ts'
import { deliveryServices } from '#features/settings/delivery.ts'
import { dispatchBy } from '#features/settings/dispatch-and-arrival.ts'
import type { PageSettings } from '#features/settings/page-settings.ts'
import { pauseAt } from '#features/settings/selling.ts'
import type { WorkingTime } from '#features/settings/shop-settings.ts'
import type { StoredPicture } from '#ui/picture.tsx'
import type { Block, BlockOf } from '../documents/document.ts'
import type { Slots } from '../documents/words.tsx'

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
  settings: Pick<PageSettings, 'zones' | 'launchAt' | 'closing'> & WorkingTime,
  words: Slots,
) {
  const { zones, productionDays } = settings
  const own = (slot: string) => pictureIn(words.blocks[slot])
  const made = products.filter((product) => !isPreorderLive(product, now)).reverse()
  const pictured = made.filter(({ pictures }) => pictures.length > 0)
  // The shop's first product is the featured one; the newest have a section further down.
  const featured = pictured.at(-1) ?? made[0] ?? products[0]
  const second = pictured.at(-2)
  const { verse } = words.blocks
  const [service] = deliveryServices({ country: 'GB', goodsPence: pence(0) }, zones)
  return {
    hero: { picture: own('hero-picture') ?? featured?.pictures[0] ?? null, isRoom: own('hero-picture') !== null },
    story: own('story-picture') ?? second?.pictures[0] ?? null,
    cloth: own('cloth-picture'),
    // Fabrics of pre-orders are included.
    colours: coloursOf(products.toReversed()),
    sizes: listSizes().map(({ size, bust, hips }) => ({
      size,
      fits: `Bust ${centimetres(bust)} · Hips ${centimetres(hips)}`,
    })),
    preorders: describePreorders(live, { now, full }, settings).filter((preorder) => !preorder.full),
    newest: made.slice(0, newest).map((product) => summarise(product, null)),
    orderedToday: pauseAt(settings, now) ? null : formatDay(dispatchBy({ orderedAt: now }, settings), now),
    productionDays,
    transit: service?.transit.replace('-', '–') ?? null,
    words,
    // Unlike the other words these are sent beside the HTML: a script gives them life.
    buttons: buttonsIn(words),
    verse: verse?.type === 'verse' ? { text: verse.text, reference: verse.reference } : null,
  }
}

const buttonSlots = ['hero-buttons', 'newest-link', 'story-link', 'sizes-button'] as const

function buttonsIn({ blocks }: Slots): Record<(typeof buttonSlots)[number], BlockOf<'buttons'>['entries']> {
  const entries = buttonSlots.map((slot) => {
    const block = blocks[slot]
    return [slot, block?.type === 'buttons' ? block.entries : []] as const
  })
  return Object.fromEntries(entries) as ReturnType<typeof buttonsIn>
}

/** The photograph of a block; null where the page has none. */
function pictureIn(block: Block | undefined): StoredPicture | null {
  if (block?.type !== 'picture' || !('url' in block.picture)) return null
  const { url, width = 0, height = 0, blur = null } = block.picture
  return { url, alt: block.alt, width, height, blur }
}

/** Every colour once, the newest first, with a product in it. */
function coloursOf(products: readonly Product[]): { name: string; slug: string }[] {
  const colours = new Map<string, string>()
  for (const { colour, slug } of products) if (colour && !colours.has(colour)) colours.set(colour, slug)
  return [...colours].slice(0, mostColours).map(([name, slug]) => ({ name, slug }))
}
