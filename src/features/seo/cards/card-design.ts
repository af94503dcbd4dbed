import { shop } from '#shop'
import type { Block, Card } from './compose-card.ts'

/** The size that other sites request: 1.91 to 1, at the largest width that any of them uses. */
export const cardSize = { width: 1200, height: 630 } as const

// The tokens of the light theme: a card has no dark mode.
const [paper, ink, inkSoft, mulberry] = ['#f7f2e8', '#2a2320', '#665950', '#6b2737']

const [, article, rest = shop.name] = /^(The) (.+)$/.exec(shop.name) ?? []
const wordmark = [...(article ? [{ text: `${article} `, italic: true, scale: 0.74 }] : []), { text: rest }]

/** The design of a card: the photograph at the left, a column of text beside it. */
function cardOf(hasPicture: boolean, blocks: Block[]): Card {
  return {
    ...cardSize,
    ground: paper,
    place: { left: 0, top: 0, width: 560, height: cardSize.height },
    column: hasPicture ? { left: 612, width: 520 } : { left: 120, width: 960 },
    blocks,
  }
}

/** How a product is available: made to order, on pre-order, or through the waitlist only. */
export type ProductAvailability = 'made' | 'pre-order' | 'full'

const standings: Record<ProductAvailability, string> = {
  made: 'MADE TO ORDER',
  'pre-order': 'PRE-ORDER',
  full: 'PRE-ORDER FULL',
}

/** A product's card. It has no price, because copies on other sites outlive a price. */
export function productCard({
  name,
  standing,
  hasPicture,
}: {
  name: string
  standing: ProductAvailability
  hasPicture: boolean
}): Card {
  return cardOf(hasPicture, [
    {
      kind: 'words',
      gap: 0,
      font: 'sans',
      colour: mulberry,
      runs: [{ text: standings[standing] }],
      sizes: [25],
      mostHeight: 60,
      tracking: 4,
    },
    {
      kind: 'words',
      gap: 30,
      font: 'serif',
      colour: ink,
      runs: [{ text: name }],
      sizes: [96, 84, 74, 64, 56, 48, 40, 32],
      mostHeight: 300,
    },
    { kind: 'stitch', gap: 46, colour: mulberry, width: 520 },
    { kind: 'words', gap: 34, font: 'serif', colour: inkSoft, runs: wordmark, sizes: [40, 32, 26], mostHeight: 56 },
  ])
}

/** The shop's own card. */
export function shopCard({ hasPicture }: { hasPicture: boolean }): Card {
  return cardOf(hasPicture, [
    { kind: 'words', gap: 0, font: 'serif', colour: ink, runs: wordmark, sizes: [92, 80, 70, 60, 50], mostHeight: 290 },
    { kind: 'stitch', gap: 46, colour: mulberry, width: 520 },
    {
      kind: 'words',
      gap: 36,
      font: 'sans',
      colour: inkSoft,
      runs: [{ text: shop.tagline.join(' · ') }],
      sizes: [30, 26, 22],
      mostHeight: 80,
    },
  ])
}
