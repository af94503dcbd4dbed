import { sql } from 'kysely'
import { formatPence, type Pence, type Pounds, pence, poundsFromPence } from '#base/money.ts'
import { inPence } from '#base/sql-money.ts'
import { hasHem } from '#features/catalogue/kinds.ts'
import type { PreorderReason } from '#features/catalogue/preorders/preorder.ts'
import {
  clothPicture,
  garmentsOfSet,
  isSamples,
  namedSize,
  samplesId,
  samplesName,
} from '#features/catalogue/samples.ts'
import type { SizeAdvice } from '#features/catalogue/sizes/size.ts'
import type { ProductionTerms } from '#features/settings/dispatch-and-arrival.ts'
import { readShopSettings } from '#features/settings/read-shop-settings.ts'
import type { Tx } from '#platform/database/db.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import { shop } from '#shop'
import type { RequestedLine } from './checkout-request.ts'

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
  /** The work of one garment, in hundredths of a piece; fabric samples are none. */
  pieceWork: number
  /** The customer's measurements, where sent. */
  sizeAdvice: SizeAdvice | null
  /** The customer's height, where sent. */
  heightCm: number | null
  /** The heel of the shoes she wears with it; null: flat, or no height. */
  heelCm: number | null
}

type Trouble = { id: string; size: string; name: string; reason: 'price_changed' | 'unavailable'; now?: Pence }

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * The lines with the database's values, in the order given. Refuses unavailable for a garment or size that is not on
 * sale, and price_changed for another price in the cart; details: { lines: [{ id, size, name, reason, price? }] }. Of
 * fabric samples an order has one set.
 */
export async function priceCart(tx: Tx, requested: readonly RequestedLine[]): Promise<PricedLine[]> {
  const products = await findSold(tx, requested)
  const lines: PricedLine[] = []
  const troubles: Trouble[] = []
  for (const { id, size, quantity, price, name, sizeAdvice, heightCm, heelCm } of requested) {
    const product = products.get(id.toLowerCase())
    const isSecondSet = isSamples({ id }) && (quantity > 1 || lines.some(({ productId }) => productId === samplesId))
    if (!product?.sizes.includes(size) || isSecondSet) {
      troubles.push({ id, size, name: product?.name ?? name, reason: 'unavailable' })
    } else if (price !== product.unitPence) {
      troubles.push({ id, size, name: product.name, reason: 'price_changed', now: product.unitPence })
    } else {
      const { sizes: _, isHemmed, ...sold } = product
      const height = isHemmed ? (heightCm ?? null) : null
      const advice = isSamples({ id }) ? null : (sizeAdvice ?? null)
      const hem = { heightCm: height, heelCm: height && (heelCm ?? null) }
      lines.push({ ...sold, size, quantity, sizeAdvice: advice, ...hem })
    }
  }
  if (troubles.length > 0) throw refusal(troubles)
  return lines
}

/** The subtotal of a cart's known lines at the shop's prices, for a code's minimum. */
export async function knownSubtotal(tx: Tx, requested: readonly RequestedLine[]): Promise<number> {
  const products = await findSold(tx, requested)
  return requested.reduce(
    (sum, { id, quantity }) => sum + (products.get(id.toLowerCase())?.unitPence ?? 0) * quantity,
    0,
  )
}

/** How the lines are made, each with the work of all its pieces; null where one is not on sale. */
export async function readMakings(
  tx: Tx,
  requested: readonly Pick<RequestedLine, 'id' | 'size' | 'quantity'>[],
): Promise<ProductionTerms[] | null> {
  const products = await findSold(tx, requested)
  const makings = requested.flatMap(({ id, quantity }) => {
    const sold = products.get(id.toLowerCase())
    return sold ? [{ ...sold.making, work: sold.pieceWork * quantity }] : []
  })
  return makings.length === requested.length ? makings : null
}

/** Today's price of one piece of each garment on sale, by its id. */
export async function listUnitPrices(
  tx: Tx,
  requested: readonly Pick<RequestedLine, 'id' | 'size'>[],
): Promise<Map<string, Pence>> {
  const sold = await findSold(tx, requested)
  return new Map([...sold].map(([id, { unitPence }]) => [id, unitPence]))
}

type Sold = Omit<PricedLine, 'size' | 'quantity' | 'sizeAdvice' | 'heightCm' | 'heelCm'> & {
  sizes: string[]
  isHemmed: boolean
}

async function findSold(tx: Tx, requested: readonly Pick<RequestedLine, 'id' | 'size'>[]): Promise<Map<string, Sold>> {
  const ids = [...new Set(requested.map(({ id }) => id.toLowerCase()).filter((id) => uuid.test(id)))]
  if (ids.length === 0) return new Map()
  const samples = await findSamples(tx, requested)
  const rows = await tx
    .selectFrom('products')
    .select([
      'id',
      'slug',
      'name',
      'kinds',
      'length',
      'measures',
      'sizes',
      'image_url',
      'production_days',
      'preorder_end_date',
      'preorder_limit',
      'work_hundredths',
    ])
    .select([
      'preorder_reason',
      sql<boolean>`is_preorder_live(is_preorder, preorder_end_date)`.as('is_live'),
      inPence(sql<Pounds>`effective_price(price, is_preorder, preorder_end_date, preorder_reason, preorder_price)`).as(
        'price',
      ),
    ])
    .where('id', 'in', ids)
    .where('active', '=', true)
    .execute()
  const garments = rows.map(
    (row): Sold => ({
      productId: row.id,
      slug: row.slug,
      name: row.name,
      sizes: row.sizes,
      isHemmed: hasHem(row),
      unitPence: row.price,
      imageUrl: row.image_url,
      isPreorder: row.is_live,
      preorderLimit: row.is_live ? row.preorder_limit : null,
      preorderReason: row.is_live ? (row.preorder_reason as PreorderReason | null) : null,
      making: { productionDays: row.production_days, preorderEndsAt: row.is_live ? row.preorder_end_date : null },
      pieceWork: row.work_hundredths,
    }),
  )
  return new Map([...garments, ...samples].map((sold) => [sold.productId, sold]))
}

/** The sets of fabric samples that these lines name and the shop sends now; their sizes are the valid sets. */
async function findSamples(tx: Tx, requested: readonly Pick<RequestedLine, 'id' | 'size'>[]): Promise<Sold[]> {
  const sets = requested.filter(isSamples)
  if (sets.length === 0) return []
  const { samplesPence } = await readShopSettings(tx)
  if (samplesPence === null) return []
  const garments = await tx
    .selectFrom('products')
    .select(['name', 'colour', 'pictures', 'image_url'])
    .where('active', '=', true)
    .execute()
  const found = sets.flatMap(({ size }) => {
    const [first] = garmentsOfSet(size, garments) ?? []
    return first ? [{ size, first }] : []
  })
  const [set] = found
  if (!set) return []
  const picture = clothPicture(set.first.pictures as { url: string; alt?: string }[])
  return [
    {
      productId: samplesId,
      slug: 'samples',
      name: samplesName,
      sizes: found.map(({ size }) => size),
      unitPence: samplesPence,
      imageUrl: picture?.url ?? set.first.image_url,
      isPreorder: false,
      preorderLimit: null,
      preorderReason: null,
      making: { productionDays: shop.samples.dispatchDays, preorderEndsAt: null },
      pieceWork: 0,
      isHemmed: false,
    },
  ]
}

function refusal(troubles: Trouble[]): AppError {
  const lines = troubles.map(({ now, ...line }) => ({
    ...line,
    ...(now !== undefined && { price: poundsFromPence(now) }),
  }))
  const gone = lines.find((line) => line.reason === 'unavailable')
  if (gone) {
    const message = isSamples(gone)
      ? `Fabric samples come as one set of up to ${shop.samples.most} of the fabrics we sew with now. Please remove this set and choose again.`
      : `${namedSize(gone)}, is no longer available. Please remove it from your cart.`
    return new AppError('unavailable', message, { details: { lines } })
  }
  const [changed] = troubles
  const message = `The price of ${changed?.name} is now ${formatPence(changed?.now ?? pence(0))}.`
  return new AppError('price_changed', message, { status: 409, details: { lines } })
}
