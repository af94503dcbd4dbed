import type { Product } from '#features/catalogue/product.ts'
import { parseHeight } from '#features/catalogue/sizes/typed-height.ts'
import type { BodyOf } from '#platform/http/contract.ts'
import { linkDayChoices, usualLinkDays } from '../../links/link-days.ts'

export type GarmentValues = { id: string; size: string; quantity: string; height: string; heel: string }

/** The fields of an order by hand, all as text. */
export type HandValues = {
  garments: GarmentValues[]
  country: string
  service: string
  discount_code: string
  customer_name: string
  customer_email: string
  customer_phone: string
  shipping_address: string
  shipping_city: string
  shipping_postcode: string
  gift_note: string
  payment: 'cash' | 'bank' | 'link'
  link_days: string
  handed_over: boolean
  /** The number of the order to which the garments are added; empty for none. */
  joins: string
}

export const noGarment: GarmentValues = { id: '', size: '', quantity: '1', height: '', heel: '0' }

export function emptyValues(country: string, service: string): HandValues {
  return {
    garments: [noGarment],
    country,
    service,
    discount_code: '',
    customer_name: '',
    customer_email: '',
    customer_phone: '',
    shipping_address: '',
    shipping_city: '',
    shipping_postcode: '',
    gift_note: '',
    payment: 'cash',
    link_days: String(usualLinkDays),
    handed_over: false,
    joins: '',
  }
}

export const linkDayNames = linkDayChoices.map((days) => ({
  id: String(days),
  name: days === 1 ? '1 day' : `${days} days`,
}))

type Wares = BodyOf<'quote-hand-order'>

/** The body of POST quote-hand-order; null while a garment or a size is not chosen, or a height cannot be read. */
export function waresOf({ garments, country, service, discount_code, joins }: HandValues): Wares | null {
  const items: Wares['items'] = []
  for (const { id, size, quantity, height, heel } of garments) {
    if (!id || !size) return null
    const heightCm = height.trim() === '' ? null : parseHeight(height)
    if (height.trim() !== '' && heightCm === null) return null
    items.push({ id, size, quantity: Number(quantity), heightCm, heelCm: heightCm === null ? null : Number(heel) })
  }
  return { items, country, service, discount_code: discount_code.trim() || null, joins: joins || null }
}

type Order = BodyOf<'add-hand-order'>

/** The body of POST add-hand-order. */
export function orderOf(
  values: HandValues,
  { wares, requestId, ...seen }: { wares: Wares; requestId: string } & Pick<Order, 'total_pence' | 'dispatch_by'>,
): Order {
  const { payment, service, handed_over, link_days } = values
  const isPosted = service !== 'collected' && !values.joins
  return {
    ...wares,
    request_id: requestId,
    ...seen,
    customer_name: values.customer_name,
    customer_email: values.customer_email,
    customer_phone: values.customer_phone || null,
    gift_note: values.gift_note || null,
    payment,
    ...(payment === 'link' && { link_days: Number(link_days) }),
    handed_over: handed_over && service === 'collected' && !values.joins && payment !== 'link',
    address:
      isPosted && payment !== 'link'
        ? {
            shipping_address: values.shipping_address,
            shipping_city: values.shipping_city,
            shipping_postcode: values.shipping_postcode,
            shipping_country: values.country,
          }
        : null,
  }
}

/** The field of the form for a path of the request. */
export function fieldOfPath(path: string): string {
  return path
    .replace(/^address\./, '')
    .replace(/^address$/, 'shipping_address')
    .replace(/^items\.(\d+)\.heightCm$/, 'garments.$1.height')
    .replace(/^items\.(\d+)\./, 'garments.$1.')
}

export type Sold = Pick<Product, 'id' | 'name' | 'sizes' | 'kinds' | 'length' | 'measures'>
