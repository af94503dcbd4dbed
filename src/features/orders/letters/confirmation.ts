import { sql } from 'kysely'
import { type Pence, pence, penceFromPounds } from '#features/catalogue/money.ts'
import type { Tx } from '#infrastructure/db/db.ts'
import { shop } from '#shop'

export type ConfirmedLine = {
  name: string
  size: string
  quantity: number
  unitPence: Pence
  totalPence: Pence
  isPreorder: boolean
  /** Absolute, small. */
  imageUrl: string | null
}

/** A paid order as its letter tells it. Days are midnight UTC of that calendar day, as `formatDay` takes them. */
export type OrderConfirmation = {
  siteUrl: string
  orderNumber: string
  orderedOn: Date
  customerName: string | null
  lines: ConfirmedLine[]
  goodsPence: Pence
  discount: { code: string; percent: number; pence: Pence } | null
  delivery: { label: string; pence: Pence }
  totalPence: Pence
  /** Name, street, town, postcode, country: the lines of a label. */
  address: string[]
  dispatchBy: Date
}

const countries = new Intl.DisplayNames('en-GB', { type: 'region' })

/** The order as it stands now. Throws for an order that is not there: a letter is never made of guesses. */
export async function getConfirmation(tx: Tx, orderId: string, siteUrl: string): Promise<OrderConfirmation> {
  const order = await tx
    .selectFrom('pre_orders')
    .selectAll()
    .select([
      sql<string>`to_char(coalesce(paid_at, created_at) at time zone ${shop.timeZone}, 'YYYY-MM-DD')`.as('ordered_on'),
      sql<string>`to_char(dispatch_by, 'YYYY-MM-DD')`.as('leaves_by'),
    ])
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  const lines = await tx
    .selectFrom('order_lines')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('position')
    .execute()
  const country = order.shipping_country ?? order.deliver_to
  return {
    siteUrl,
    orderNumber: order.order_number,
    orderedOn: new Date(order.ordered_on),
    customerName: order.customer_name,
    lines: lines.map((line) => {
      const unitPence = penceFromPounds(line.unit_price)
      return {
        name: line.name,
        size: line.size,
        quantity: line.quantity,
        unitPence,
        totalPence: pence(unitPence * line.quantity),
        isPreorder: line.is_preorder,
        imageUrl: smallPicture(line.image_url, siteUrl),
      }
    }),
    goodsPence: penceFromPounds(order.product_price),
    discount: order.discount_code
      ? {
          code: order.discount_code,
          percent: order.discount_percent ?? 0,
          pence: penceFromPounds(order.discount_amount),
        }
      : null,
    delivery: {
      label: serviceLabel(order.delivery_options, order.delivery_service),
      pence: penceFromPounds(order.shipping_amount ?? 0),
    },
    totalPence: penceFromPounds(order.final_amount),
    address: [
      order.customer_name,
      order.shipping_address,
      order.shipping_city,
      order.shipping_postcode,
      countries.of(country) ?? country,
    ].filter((line) => line !== null),
    dispatchBy: new Date(order.leaves_by),
  }
}

/** The service's name as it was frozen with the order. */
function serviceLabel(options: unknown, id: string | null): string {
  const known = Array.isArray(options) ? (options as { id?: unknown; label?: unknown }[]) : []
  const label = known.find((option) => option.id === id)?.label
  return typeof label === 'string' ? label : 'Delivery'
}

/** In the original's own format: some mail programs know no WebP. */
function smallPicture(url: string | null, siteUrl: string): string | null {
  if (!url || !URL.canParse(url, siteUrl)) return null
  const picture = new URL(url, siteUrl)
  if (!picture.pathname.startsWith('/storage/v1/object/public/')) return picture.href
  picture.pathname = picture.pathname.replace('/object/public/', '/render/image/public/')
  picture.search = '?width=160&format=origin'
  return picture.href
}
