import { type InsertObject, sql } from 'kysely'
import { formatDay } from '#base/calendar-day.ts'
import { formatPence, pence, poundsFromPence } from '#base/money.ts'
import { getUsableDiscount, holdDiscount, refuseUsedUp } from '#features/discounts/discount-codes.ts'
import { keepCheckoutConsent } from '#features/orders/last-sizes/last-sizes.ts'
import { summaryOf } from '#features/orders/order-lines.ts'
import { newOrderNumber } from '#features/orders/order-number.ts'
import type { DeliveryService } from '#features/settings/delivery.ts'
import { readShopSettings, type SettingSources, shareSelling } from '#features/settings/read-shop-settings.ts'
import { pauseAt, pauseText } from '#features/settings/selling.ts'
import type { ShopSettings } from '#features/settings/shop-settings.ts'
import { readShopNow, type Tx } from '#platform/database/db.ts'
import type { Tables } from '#platform/database/tables.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import { faultPoint } from '#platform/jobs/fault-points.ts'
import { type ProviderName, paymentProviders } from '#platform/payments/providers.ts'
import type { PictureUse } from '#platform/storage/picture-use.ts'
import { assertPreorderStock, reservationMinutes } from './assert-preorder-stock.ts'
import { fingerprint, type Terms, termsOf } from './cart-terms.ts'
import { type CheckoutNetwork, type CheckoutRequest, mergeLines } from './checkout-request.ts'
import { priceCart } from './price-cart.ts'
import { refuseHeldWork } from './refuse-held-work.ts'

/** Minimum remaining lifetime for a payment page to be reused or created. */
function enoughLife(provider: ProviderName) {
  return sql`case provider_state when 'creating' then ${paymentProviders[provider].minPageMinutes} * interval '1 minute'
    else interval '5 minutes' end`
}

/** The picture that a garment had when it was ordered: the order's page and e-mails show it. */
export const orderPictures: PictureUse = {
  columns: ['public.order_lines.image_url'],
  shows: sql`exists (
    select from public.order_lines
     where order_lines.image_url is not null and private.object_name_from_url(order_lines.image_url) = object.name
  )`,
}

export type OrderRequest = {
  request: CheckoutRequest
  provider: ProviderName
  settingSources: SettingSources
  /** Whether the order is a trial by an administrator, which a pause does not stop. */
  isTrial?: boolean
  userId: string | null
  network: CheckoutNetwork
}

/** `same`: the cart's open order with equal terms. `other`: an open order that must be closed before a new one. */
export type Placed = { order: 'new' | 'same'; id: string } | { order: 'other'; id: string }

/**
 * Writes an order as pending, with its lines and its hold on the discount code, before its payment page is created; all
 * of it commits together. A cart has one open order at a time. Refuses what `priceCart`, `getUsableDiscount`,
 * `refuseUsedUp`, `termsOf`, `assertPreorderStock` and `refuseHeldWork` refuse, shop_closed while the shop does not sell,
 * day_changed where the cart showed an earlier day, and price_changed where it showed another price of delivery; the cart's open page then stays as it is.
 */
export async function placeOrder(
  tx: Tx,
  { request, provider, settingSources, isTrial = false, userId, network }: OrderRequest,
): Promise<Placed> {
  await shareSelling(tx)
  const { cartId, country, discountCode, service, giftNote, dispatchBy, deliveryPence } = request
  // Serialises the requests of one cart, so that only the first creates an order.
  if (cartId) await sql`select pg_advisory_xact_lock(hashtextextended(${cartId}, 0))`.execute(tx)
  const open = cartId ? await findOpen(tx, { cartId, provider }) : null
  const { terms, settings } = await readTerms(tx, {
    requested: mergeLines(request.items),
    discountCode,
    country,
    service,
    giftNote,
    settingSources,
    isTrial,
    provider,
    replaces: open?.id ?? null,
  })
  refuseLaterDay(terms, { seen: dispatchBy, again: 'Check out again' })
  const [delivery] = terms.services
  if (delivery && typeof deliveryPence === 'number' && delivery.pricePence !== deliveryPence) {
    throw deliveryChanged(deliveryPence, delivery)
  }
  const cartFingerprint = fingerprint(terms)
  const isSame = open?.cart_fingerprint === cartFingerprint && open.payment_provider === provider && open.has_life
  const consent = { userId, isGiven: request.rememberSizes === true }
  if (open && isSame) {
    await keepCheckoutConsent(tx, { orderId: open.id, ...consent })
    return { order: 'same', id: open.id }
  }
  await assertPreorderStock(tx, { lines: terms.lines, network, provider, replaces: open?.id ?? null })
  if (terms.holdsWork) {
    const { capacity } = settings
    await refuseHeldWork(tx, { lines: terms.lines, capacity, network, provider, replaces: open?.id ?? null })
  }
  const code = terms.discountCode?.code
  const holdsCode = code ? await refuseUsedUp(tx, { code, cartId: cartId ?? null, network, lock: true }) : false
  if (open) return { order: 'other', id: open.id }
  const id = await addOrder(tx, {
    terms,
    cartId: cartId ?? null,
    cartFingerprint,
    provider,
    userId,
    network,
    holdsCode,
  })
  if (consent.isGiven) await keepCheckoutConsent(tx, { orderId: id, ...consent })
  faultPoint('checkout.before-order-commit')
  return { order: 'new', id }
}

/** The terms of these lines now. Refuses what `priceCart`, `getUsableDiscount` and `termsOf` refuse, and shop_closed. */
export async function readTerms(
  tx: Tx,
  {
    requested,
    discountCode: typed,
    country,
    service,
    giftNote,
    settingSources,
    isTrial,
    provider,
    replaces,
  }: {
    requested: CheckoutRequest['items']
    discountCode?: string | null | undefined
    country: string
    service: string | null | undefined
    giftNote: string | null | undefined
    settingSources: SettingSources
    isTrial: boolean
    provider: ProviderName
    replaces: string | null
  },
): Promise<{ terms: Terms; settings: ShopSettings }> {
  const now = await readShopNow(tx)
  const settings = await readShopSettings(tx, settingSources, { replaces })
  const pause = isTrial ? null : pauseAt(settings, now)
  if (pause) throw new AppError('shop_closed', pauseText(pause, now), { status: 409 })
  const lines = await priceCart(tx, requested)
  const subtotal = pence(lines.reduce((sum, line) => sum + line.unitPence * line.quantity, 0))
  const discountCode = typed?.trim() ? await getUsableDiscount(tx, { typed, subtotal }) : null
  const chosen = { country, service, giftNote: giftNote || null }
  const terms = termsOf({ lines, discountCode, ...chosen, orderedAt: now, settings, provider })
  return { terms, settings }
}

/**
 * Refuses day_changed, before anything is charged or written, where an order in a limited week leaves later than was seen.
 * `seen`: 'YYYY-MM-DD'; without it any day is taken. `again`: what to press.
 */
export function refuseLaterDay(
  { holdsWork, dispatchBy }: Terms,
  { seen, again }: { seen: string | null | undefined; again: string },
): void {
  if (!holdsWork || !seen || dispatchBy <= seen) return
  const [before, after] = [seen, dispatchBy].map((day) => formatDay(new Date(day)))
  const message = `Your order now leaves by ${after} instead of ${before}. ${again} if that suits you.`
  throw new AppError('day_changed', message, { status: 409, details: { dispatchBy } })
}

/** Said before anything is charged. */
function deliveryChanged(shownPence: number, { label, pricePence }: DeliveryService): AppError {
  const message = `${label} now costs ${formatPence(pricePence)} instead of ${formatPence(pence(shownPence))}. Check out again if that suits you.`
  return new AppError('price_changed', message, { status: 409, details: { deliveryPence: pricePence } })
}

function findOpen(tx: Tx, { cartId, provider }: { cartId: string; provider: ProviderName }) {
  return openOrderOf(tx, cartId)
    .select(['cart_fingerprint', 'payment_provider'])
    .select(sql<boolean>`payment_session_expires_at > shop_now() + ${enoughLife(provider)}`.as('has_life'))
    .executeTakeFirst()
}

/** The unpaid order of a cart, which its next checkout replaces. */
export function openOrderOf(tx: Tx, cartId: string) {
  return tx
    .selectFrom('pre_orders')
    .select('id')
    .where('cart_id', '=', cartId)
    .where('provider_state', 'in', ['creating', 'open'])
}

/** Lifetime of a payment page without a limited garment, code or week. */
const unlimitedMinutes = 60

type NewOrder = {
  /** Of the order; a random one by default. */
  id?: string
  /** Known before it is paid: the customer of an order that the owner writes down, and its one delivery service. */
  known?: Partial<InsertObject<Tables, 'pre_orders'>>
  terms: Terms
  cartId: string | null
  cartFingerprint: string
  provider: ProviderName
  userId: string | null
  network: CheckoutNetwork
  /** Whether the order's discount code is a limited one. */
  holdsCode: boolean
  draw?: () => string
}

/**
 * Inserts a pending order with its lines and its hold on the discount code under a free number; returns its id. The
 * lines themselves reserve limited garments and the work of a limited week; these and limited codes are counted per network. Refuses discount_invalid when no use of the code is
 * left.
 */
export async function addOrder(
  tx: Tx,
  {
    id: ownId,
    known,
    terms,
    cartId,
    cartFingerprint,
    provider,
    userId,
    network,
    holdsCode,
    draw = newOrderNumber,
  }: NewOrder,
): Promise<string> {
  const { lines, discountCode, subtotal, discount, services } = terms
  const { names, sizes } = summaryOf(lines)
  const isLimited = holdsCode || terms.holdsWork || lines.some((line) => line.preorderLimit !== null)
  const minutes = isLimited ? reservationMinutes(provider) : unlimitedMinutes
  const order = {
    ...(ownId && { id: ownId }),
    product_name: names,
    product_size: sizes,
    product_price: poundsFromPence(subtotal),
    discount_amount: poundsFromPence(discount),
    discount_code: discountCode?.code ?? null,
    discount_percent: discountCode?.percent ?? null,
    // Delivery is added once it is chosen on the payment page.
    final_amount: poundsFromPence(pence(subtotal - discount)),
    payment_provider: provider,
    payment_session_expires_at: sql<Date>`date_trunc('second', shop_now()) + ${minutes} * interval '1 minute'`,
    cart_id: cartId,
    cart_fingerprint: cartFingerprint,
    // A token may outlive its user; the select waits for a concurrent erasure.
    user_id: sql<string | null>`(select id from auth.users
      where id = ${userId} and email_confirmed_at is not null for key share)`,
    deliver_to: terms.country,
    payable_countries: terms.countries,
    delivers_to_ni: terms.deliversToNorthernIreland,
    delivery_options: JSON.stringify(
      services.map(({ id, label, pricePence, transit, transitDays }) => ({
        id,
        label,
        price: poundsFromPence(pricePence),
        transit,
        transitDays,
      })),
    ),
    dispatch_by: terms.dispatchBy,
    gift_note: terms.giftNote,
    ...known,
  }
  const { id, expires } = await insertUnderFreeNumber(tx, order, draw)
  if (isLimited) {
    await tx.insertInto('private.reservation_networks').values({ order_id: id, network: network.hash }).execute()
  }
  if (discountCode) await holdDiscount(tx, { code: discountCode.code, orderId: id, until: expires })
  await tx
    .insertInto('order_lines')
    .values(
      lines.map((line, position) => ({
        order_id: id,
        position,
        product_id: line.productId,
        slug: line.slug,
        name: line.name,
        size: line.size,
        unit_price: poundsFromPence(line.unitPence),
        quantity: line.quantity,
        discount_amount: poundsFromPence(line.discount),
        image_url: line.imageUrl,
        is_preorder: line.isPreorder,
        dispatch_by: line.dispatchBy,
        preorder_reason: line.preorderReason,
        numbered_of: line.preorderReason === 'numbered' ? line.preorderLimit : null,
        size_advice: line.sizeAdvice && JSON.stringify(line.sizeAdvice),
        height_cm: line.heightCm,
        heel_cm: line.heelCm,
        work_hundredths: line.pieceWork,
      })),
    )
    .execute()
  return id
}

/** Order numbers are random: draws another one if a number is taken. */
async function insertUnderFreeNumber(
  tx: Tx,
  order: Omit<InsertObject<Tables, 'pre_orders'>, 'order_number'>,
  draw: () => string,
): Promise<{ id: string; expires: Date }> {
  for (let tries = 0; tries < 10; tries += 1) {
    const added = await tx
      .insertInto('pre_orders')
      .values({ ...order, order_number: draw() })
      .onConflict((conflict) => conflict.column('order_number').doNothing())
      .returning(['id', 'payment_session_expires_at as expires'])
      .executeTakeFirst()
    if (added?.expires) return { id: added.id, expires: added.expires }
  }
  throw new Error('No free order number was found in ten draws')
}
