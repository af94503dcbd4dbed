import { sql } from 'kysely'
import type { PreorderReason } from '#features/catalogue/preorders/preorder.ts'
import { printedSize, type SizeAdvice } from '#features/catalogue/sizes/size.ts'
import type { ProductionTerms } from '#features/settings/dispatch-and-arrival.ts'
import type { Tx } from '#platform/database/db.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import { formatPence, type Pence, parsePounds, penceFromPounds, poundsFromPence } from '#ui/money.ts'
import type { WishedLine } from './checkout-request.ts'

/** A line with the shop's current name, price and production terms. */
export type PricedLine = {
  productId: string
  slug: string
  name: string
  size: string
  quantity: number
  unitPence: Pence
  imageUrl: string | null
  isPreorder: boolean
  preorderLimit: number | null
  /** Of a live pre-order, what it gives. */
  preorderReason: PreorderReason | null
  making: ProductionTerms
  /** The customer's measurements, where sent. */
  sizeAdvice: SizeAdvice | null
  /** The customer's height, where sent. */
  heightCm: number | null
}

type Trouble = { id: string; size: string; name: string; reason: 'price_changed' | 'unavailable'; price?: number }

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * The lines with the database's values, in the order given. Refuses unavailable for a garment or size that is not on
 * sale, and price_changed for another price in the cart; details: { lines: [{ id, size, name, reason, price? }] }.
 */
export async function priceCart(tx: Tx, wishes: readonly WishedLine[]): Promise<PricedLine[]> {
  const products = await findSold(tx, wishes)
  const lines: PricedLine[] = []
  const troubles: Trouble[] = []
  for (const { id, size, quantity, price, name, sizeAdvice, heightCm } of wishes) {
    const product = products.get(id.toLowerCase())
    if (!product?.sizes.includes(size)) {
      troubles.push({ id, size, name: product?.name ?? name, reason: 'unavailable' })
    } else if (parsePounds(price) !== product.unitPence) {
      const now = poundsFromPence(product.unitPence)
      troubles.push({ id, size, name: product.name, reason: 'price_changed', price: now })
    } else {
      const { sizes: _, ...sold } = product
      lines.push({ ...sold, size, quantity, sizeAdvice: sizeAdvice ?? null, heightCm: heightCm ?? null })
    }
  }
  if (troubles.length > 0) throw refusal(troubles)
  return lines
}

/** The subtotal of a cart's known lines at the shop's prices, for a code's minimum. */
export async function knownSubtotal(tx: Tx, wishes: readonly WishedLine[]): Promise<number> {
  const products = await findSold(tx, wishes)
  return wishes.reduce((sum, { id, quantity }) => sum + (products.get(id.toLowerCase())?.unitPence ?? 0) * quantity, 0)
}

type Sold = Omit<PricedLine, 'size' | 'quantity' | 'sizeAdvice' | 'heightCm'> & { sizes: string[] }

async function findSold(tx: Tx, wishes: readonly WishedLine[]): Promise<Map<string, Sold>> {
  const ids = [...new Set(wishes.map(({ id }) => id.toLowerCase()).filter((id) => uuid.test(id)))]
  if (ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('products')
    .select(['id', 'slug', 'name', 'sizes', 'image_url', 'production_days', 'preorder_end_date', 'preorder_limit'])
    .select([
      'preorder_reason',
      sql<boolean>`is_preorder_live(is_preorder, preorder_end_date)`.as('is_live'),
      sql<string>`effective_price(price, is_preorder, preorder_end_date, preorder_reason, preorder_price)`.as('price'),
    ])
    .where('id', 'in', ids)
    .where('active', '=', true)
    .execute()
  return new Map(
    rows.map((row) => [
      row.id,
      {
        productId: row.id,
        slug: row.slug,
        name: row.name,
        sizes: row.sizes,
        unitPence: penceFromPounds(row.price),
        imageUrl: row.image_url,
        isPreorder: row.is_live,
        preorderLimit: row.is_live ? row.preorder_limit : null,
        preorderReason: row.is_live ? (row.preorder_reason as PreorderReason | null) : null,
        making: { productionDays: row.production_days, preorderEndsAt: row.is_live ? row.preorder_end_date : null },
      },
    ]),
  )
}

function refusal(lines: Trouble[]): AppError {
  const gone = lines.find((line) => line.reason === 'unavailable')
  if (gone) {
    const message = `${gone.name} is no longer available in size ${printedSize(gone.size)}. Please remove it from your cart.`
    return new AppError('unavailable', message, { details: { lines } })
  }
  const [changed] = lines
  const message = `The price of ${changed?.name} is now ${formatPence(penceFromPounds(changed?.price ?? 0))}.`
  return new AppError('price_changed', message, { status: 409, details: { lines } })
}
