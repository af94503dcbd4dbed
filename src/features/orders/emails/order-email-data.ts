import { type SqlBool, sql } from 'kysely'
import { type Pence, type Pounds, pence } from '#base/money.ts'
import { countryName } from '#base/names.ts'
import { shopDate } from '#base/shop-clock.ts'
import { inPence, penceOf } from '#base/sql-money.ts'
import { readSizeAdvice } from '#features/catalogue/sizes/size.ts'
import { measurementWords } from '#features/catalogue/sizes/size-advice-labels.ts'
import { smallPicture } from '#features/catalogue/small-picture.ts'
import { trackingUrl } from '#features/settings/carriers.ts'
import { transitText } from '#features/settings/delivery.ts'
import { transitOfOrder } from '#features/settings/dispatch-and-arrival.ts'
import { dutiesText, ownerDutyText } from '#features/settings/duties.ts'
import { guaranteeFor } from '#features/settings/guarantee.ts'
import { readShopSettings } from '#features/settings/read-shop-settings.ts'
import { collected } from '#features/settings/without-parcel.ts'
import type { Tx } from '#platform/database/db.ts'
import { oneLine } from '#platform/text/kept-text.ts'
import { shop } from '#shop'
import { handPaymentOf } from '../hand-payment.ts'
import { arrivalDayOf } from '../order-dates.ts'
import { pieceNumbersLabel } from '../order-lines.ts'
import { isBeforeDispatch, type OrderStatus, type ProviderState } from '../order-state.ts'
import { listParcels } from '../parcels/list-parcels.ts'
import { openPieces, type Parcel, type Piece } from '../parcels/parcel.ts'
import { listJoined } from '../parcels/shared-parcel.ts'

/**
 * An order as its e-mails describe it. Days are midnight UTC of the calendar day in shop time, as `formatDay` takes
 * them.
 */
export type OrderEmailData = NonNullable<Awaited<ReturnType<typeof readOrderEmailData>>>
export type OrderEmailLine = OrderEmailData['lines'][number]
export type EmailParcel = OrderEmailData['parcels'][number]

/** The order as it is now; null where it does not exist. */
export async function readOrderEmailData(tx: Tx, orderId: string, siteUrl: string) {
  const order = await tx
    .selectFrom('pre_orders')
    .select(['id', 'link_version', 'order_number', 'order_status', 'provider_state', 'reported_paid', 'created_at'])
    .select([
      'discount_code',
      'discount_percent',
      'delivery_options',
      'delivery_service',
      'payment_provider',
      'deliver_to',
      'shipping_country',
    ])
    .select(['customer_name', 'shipping_address', 'shipping_city', 'shipping_postcode'])
    .select(['ready_at', 'shipped_at', 'delivered_at', 'shipping_carrier', 'tracking_number', 'gift_note'])
    .select(penceOf('product_price', 'discount_amount', 'shipping_amount', 'final_amount', 'refunded_amount'))
    .select([
      shopDay(sql`coalesce(paid_at, created_at)`).as('ordered_on'),
      shopDay(sql`shipped_at`).as('shipped_on'),
      sql<string>`to_char(dispatch_by, 'YYYY-MM-DD')`.as('leaves_by'),
      sql<string>`to_char(coalesce(promised_dispatch_by, dispatch_by), 'YYYY-MM-DD')`.as('promised_by'),
      sql<string | null>`to_char(arrive_by, 'YYYY-MM-DD')`.as('arrives_by'),
      sql<SqlBool>`dispatch_by < (public.shop_now() at time zone ${shop.timeZone})::date`.as('is_late'),
    ])
    .where('id', '=', orderId)
    .executeTakeFirst()
  if (!order) return null
  const country = order.shipping_country ?? order.deliver_to
  const status = order.order_status as OrderStatus
  const transit = transitOfOrder(order)
  const arrives = arrivalDayOf({ ...order, arrive_by: order.arrives_by })
  const settings = await readShopSettings(tx)
  const lines = await listEmailLines(tx, orderId, siteUrl)
  const parcels = (await listParcels(tx, [orderId])).get(orderId) ?? []
  return {
    siteUrl,
    id: order.id,
    /** A part of the signature of the order's links. */
    linkVersion: order.link_version,
    orderNumber: oneLine(order.order_number) ?? '',
    status,
    providerState: order.provider_state as ProviderState,
    /** Paid through the provider, or set to paid by an administrator. */
    isPaid: order.reported_paid,
    /** How the owner took the money; null where it came through the payment provider. */
    paidBy: handPaymentOf(order.payment_provider),
    /** Whether the customer collects it, so that no parcel leaves. */
    isCollected: order.delivery_service === collected.id,
    orderedOn: new Date(order.ordered_on ?? order.created_at),
    /** When its contract was offered: the figures of the policies are those of then. */
    placedAt: order.created_at,
    customerName: oneLine(order.customer_name),
    lines,
    /** Those that have left, with what is in them, the first to leave first. */
    parcels: parcels.map((parcel) => toEmailParcel(parcel, lines)),
    /** What is still to be sent. */
    remaining: linesOf(openPieces(lines, parcels), lines),
    /** The orders that were added to it. */
    added: await listEmailAdditions(tx, orderId, siteUrl),
    goodsPence: order.product_price,
    discount: order.discount_code
      ? {
          code: order.discount_code,
          percent: order.discount_percent ?? 0,
          pence: order.discount_amount,
        }
      : null,
    /** What it takes the place of; null for an order that is no exchange. */
    exchange: await readExchange(tx, orderId),
    delivery: {
      label: serviceLabel(order.delivery_options, order.delivery_service),
      pence: order.shipping_amount ?? pence(0),
      /** '2-3 working days'; null for a service that is no longer offered. */
      transit: transit && transitText(transit),
      /** What is due at the border; null where nothing is. */
      duties: dutiesText(country, new Date(order.created_at)),
      /** What the owner has to do about it; null where nothing. */
      ownerDuty: ownerDutyText(country, new Date(order.created_at)),
    },
    /** The notice on the legal guarantee, for an address in the European Union. */
    guarantee: guaranteeFor(country, settings.guaranteeNotices),
    totalPence: order.final_amount,
    refundedPence: order.refunded_amount,
    /** The total refund of the order's own payment that each sent e-mail named. */
    reportedRefunds: await listReportedRefunds(tx, orderId),
    /**
     * The dispatch e-mails that the customer was sent, the latest first. `parcel`: null in e-mails about the order;
     * `isTakenBack`: about a shipment of all of it that was undone.
     */
    sentTracking: await listSentTracking(tx, orderId),
    /** The lines of an address label: name, street, town, postcode, country. */
    address: [
      order.customer_name,
      ...(order.shipping_address ?? '').split('\n'),
      order.shipping_city,
      order.shipping_postcode,
      countryName(country),
    ]
      .map(oneLine)
      .filter((line) => line !== null),
    dispatchBy: new Date(order.leaves_by),
    /** The day promised at payment. */
    promisedBy: new Date(order.promised_by),
    /** The day it is with the customer at the latest, or has reached them: see `arrivalDayOf`. */
    arriveBy: arrives === null ? null : new Date(arrives),
    isLate: order.is_late === true,
    /** Packed, and waiting to be posted. */
    isReady: order.ready_at !== null,
    /** Null while it waits for dispatch, also again. */
    shippedOn: order.shipped_on && !isBeforeDispatch(status) ? new Date(order.shipped_on) : null,
    /** Null until it is delivered. */
    deliveredAt: order.delivered_at,
    carrier: oneLine(order.shipping_carrier),
    trackingNumber: oneLine(order.tracking_number),
    /** The carrier's page of the parcel. */
    trackingUrl: trackingUrl(settings.carriers, order.shipping_carrier, order.tracking_number),
    giftNote: oneLine(order.gift_note),
  }
}

async function listEmailAdditions(tx: Tx, orderId: string, siteUrl: string) {
  const added = []
  for (const { id, number, isInParcel } of await listJoined(tx, orderId)) {
    added.push({ orderNumber: number, isInParcel, lines: await listEmailLines(tx, id, siteUrl) })
  }
  return added
}

async function readExchange(tx: Tx, orderId: string) {
  const row = await tx
    .selectFrom('private.exchanges as exchange')
    .innerJoin('pre_orders as placed', 'placed.id', 'exchange.order_id')
    .innerJoin('pre_orders as first', 'first.id', 'exchange.origin_id')
    .innerJoin('private.returns as declared', 'declared.id', 'exchange.return_id')
    .leftJoin('private.refunds as given', 'given.id', 'declared.refund_id')
    .select(['first.order_number', 'first.payment_provider'])
    .select([inPence('placed.discount_amount').as('pence'), inPence('given.amount').as('back')])
    .where('exchange.order_id', '=', orderId)
    .executeTakeFirst()
  if (!row) return null
  return {
    /** The number of the order whose return it is for. */
    orderNumber: oneLine(row.order_number) ?? '',
    /** What of the return pays for it. */
    pence: row.pence,
    /** What the return was worth more, which is refunded. */
    backPence: row.back ?? pence(0),
    /** How the owner took the first order's money; null where it came through the payment provider. */
    paidBy: handPaymentOf(row.payment_provider),
  }
}

async function listEmailLines(tx: Tx, orderId: string, siteUrl: string) {
  const lines = await tx
    .selectFrom('order_lines')
    .leftJoin('products', 'products.id', 'order_lines.product_id')
    .select([
      'position',
      'order_lines.name',
      'size',
      'quantity',
      'cancelled_quantity',
      'order_lines.is_preorder',
      'order_lines.image_url',
    ])
    .select(['size_advice', 'height_cm', 'heel_cm', 'numbered_of', 'piece_numbers', ...penceOf('unit_price')])
    .select(['products.fabric', 'products.colour', 'products.length', 'products.care'])
    .where('order_id', '=', orderId)
    .orderBy('position')
    .execute()
  return lines.map((line) => {
    const unitPence = line.unit_price
    const advice = readSizeAdvice(line.size_advice)
    return {
      position: line.position,
      name: oneLine(line.name) ?? '',
      size: oneLine(line.size) ?? '',
      /** As sold; `cancelled` pieces of them are not made. */
      quantity: line.quantity,
      cancelled: line.cancelled_quantity,
      unitPence,
      totalPence: pence(unitPence * line.quantity),
      isPreorder: line.is_preorder,
      /** An absolute URL of a small image. */
      imageUrl: smallPicture(line.image_url, siteUrl),
      // The product page's facts, as long as the product exists.
      fabric: oneLine(line.fabric),
      colour: oneLine(line.colour),
      length: oneLine(line.length),
      care: oneLine(line.care),
      /** The measurements that the customer sent with the garment, as a sentence. */
      measurements: advice && oneLine(measurementWords(advice)),
      /** The height the garment is hemmed for. */
      heightCm: line.height_cm,
      heelCm: line.heel_cm,
      /** 'No. 7 of 40'; null for pieces without a number. */
      piece: pieceNumbersLabel(line),
    }
  })
}

function toEmailParcel({ id, carrier, tracking_number, tracking_url, ...parcel }: Parcel, lines: EmailLine[]) {
  return {
    id,
    carrier: oneLine(carrier),
    trackingNumber: oneLine(tracking_number),
    trackingUrl: tracking_url,
    shippedOn: parcel.shipped_at && new Date(shopDate(new Date(parcel.shipped_at))),
    arriveBy: parcel.arrive_by && new Date(parcel.arrive_by),
    lines: linesOf(parcel.pieces, lines),
  }
}

type EmailLine = Awaited<ReturnType<typeof listEmailLines>>[number]

function linesOf(pieces: readonly Piece[], lines: readonly EmailLine[]): EmailLine[] {
  return pieces.flatMap(({ position, quantity }) => {
    const line = lines.find((each) => each.position === position)
    return line ? [{ ...line, quantity, cancelled: 0 }] : []
  })
}

type SentTracking = { tracking: string | null; parcel: number | null; isTakenBack: boolean }

async function listSentTracking(tx: Tx, orderId: string): Promise<SentTracking[]> {
  const rows = await tx
    .selectFrom('private.outbox')
    .select([
      sql<string | null>`data ->> 'tracking'`.as('tracking'),
      sql<number | null>`(data ->> 'parcel')::int`.as('parcel'),
      sql<boolean>`data ? 'taken_back'`.as('isTakenBack'),
    ])
    .where('order_id', '=', orderId)
    .where('kind', '=', 'order_dispatched')
    .where('state', '=', 'sent')
    .orderBy('sent_at', 'desc')
    .execute()
  return rows.map(({ tracking, ...row }) => ({ ...row, tracking: oneLine(tracking) }))
}

async function listReportedRefunds(tx: Tx, orderId: string): Promise<Pence[]> {
  const { rows } = await sql<{ refunded: Pence }>`
    select ${inPence(sql<Pounds>`(data ->> 'refunded')::numeric`)} as refunded from private.outbox
     where order_id = ${orderId} and kind = 'order_refunded' and state = 'sent' and data ->> 'second' is null`.execute(
    tx,
  )
  return rows.map(({ refunded }) => refunded)
}

function shopDay(moment: ReturnType<typeof sql>) {
  return sql<string | null>`to_char(${moment} at time zone ${shop.timeZone}, 'YYYY-MM-DD')`
}

/** The service's name as stored with the order. */
function serviceLabel(options: unknown, id: string | null): string {
  const known = Array.isArray(options) ? (options as { id?: unknown; label?: unknown }[]) : []
  const label = known.find((option) => option.id === id)?.label
  return typeof label === 'string' ? label : 'Delivery'
}
