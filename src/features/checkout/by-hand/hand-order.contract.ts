import { z } from 'zod'
import { maxLines, maxQuantity, maxSizeLength } from '#features/cart/cart-lines.ts'
import { maxGiftNote } from '#features/cart/preferences.ts'
import { heightBounds, highestHeel } from '#features/catalogue/sizes/size.ts'
import { DeliveryAddress } from '#features/orders/changes/delivery-address.ts'
import { OrderNumber } from '#features/orders/order-number.ts'
import { typedAddress } from '#platform/email/address.ts'
import { contract } from '#platform/http/contract.ts'
import { optionalText, writtenText } from '#platform/text/kept-schemas.ts'
import { readTyped } from '#platform/text/typed-text.ts'
import { LinkDays } from '../links/link-days.ts'

const [shortest, tallest] = heightBounds
const wrongHeight = `Please enter whole centimetres, from ${shortest} to ${tallest}`
const HandItem = z.object({
  id: z.uuid().toLowerCase(),
  size: z.string().min(1, 'Please choose a size').max(maxSizeLength),
  quantity: z.int().min(1).max(maxQuantity),
  heightCm: z.int(wrongHeight).min(shortest, wrongHeight).max(tallest, wrongHeight).nullish(),
  /** 0 and null: flat shoes. */
  heelCm: z
    .int()
    .min(0)
    .max(highestHeel)
    .nullish()
    .transform((heel) => heel || null),
})

/** What is bought and how it reaches the customer. `service`: a delivery service, or 'collected'. */
const wares = {
  items: z.array(HandItem).min(1, 'Please add a garment').max(maxLines),
  country: z.string().regex(/^[A-Z]{2}$/, 'Choose a country from the list'),
  service: z.string().max(100),
  discount_code: z.string().max(200).nullish(),
  /** The number of the order to which the garments are added: its customer, address and parcel are theirs. */
  joins: OrderNumber.nullish(),
}

const Pence = z.int()

/** The price, by the rules of the checkout. Days are 'YYYY-MM-DD'. */
const HandQuote = z.object({
  lines: z.array(
    z.object({ name: z.string(), size: z.string(), quantity: z.int(), unit_pence: Pence, total_pence: Pence }),
  ),
  subtotal_pence: Pence,
  discount_pence: Pence,
  /** The services to the country; the last is 'collected'. */
  services: z.array(z.object({ id: z.string(), label: z.string(), price_pence: Pence })),
  delivery_pence: Pence,
  total_pence: Pence,
  dispatch_by: z.string(),
  /** Of the order to which they are added, its day so far; null where there is none. */
  first_dispatch_by: z.string().nullable(),
})
export type HandQuote = z.output<typeof HandQuote>

const refuses = [
  'not_found',
  'conflict',
  'amount_too_small',
  'country_unavailable',
  'discount_invalid',
  'reserved',
  'unavailable',
]

/** What an order by hand costs now; nothing is written. */
export const quoteHandOrder = contract({
  name: 'quote-hand-order',
  method: 'POST',
  caller: 'administrators',
  request: z.object(wares),
  response: HandQuote,
  refuses,
})

const Email = z.string().transform((typed, { addIssue }) => {
  if (typed.trim() === '') return null
  const address = typedAddress(typed)
  if (address) return address
  addIssue({ code: 'custom', message: 'Please enter a full e-mail address, such as ruth@example.com.' })
  return z.NEVER
})

/** Writes down an order that was made at a fair or by telephone. Two requests with one `request_id` make one order. */
export const addHandOrder = contract({
  name: 'add-hand-order',
  method: 'POST',
  caller: 'administrators',
  request: z
    .object({
      ...wares,
      request_id: z.uuid().toLowerCase(),
      customer_name: writtenText(200, 'Please keep the name to 200 characters.').default(''),
      customer_email: Email.nullable().default(null),
      customer_phone: z.string().transform(readTyped).nullable().pipe(optionalText(50)).optional(),
      /** Null where the garments are collected, and where the customer enters it on the payment page. */
      address: DeliveryAddress.nullable().default(null),
      gift_note: writtenText(maxGiftNote, `Please keep the gift note to ${maxGiftNote} characters.`).nullish(),
      payment: z.enum(['cash', 'bank', 'link']),
      link_days: LinkDays.optional(),
      /** Whether the customer has the garments already, so that nothing is to be made. */
      handed_over: z.boolean().default(false),
      /** The total that the owner saw. */
      total_pence: Pence,
      /** The day that she saw: a later one is refused. */
      dispatch_by: z.iso.date().optional(),
    })
    .superRefine(({ payment, customer_name, customer_email, address, service, handed_over, joins }, { addIssue }) => {
      if (joins) return
      const issue = (path: string, message: string) => addIssue({ code: 'custom', path: [path], message })
      const isCollected = service === 'collected'
      if (customer_name === '') issue('customer_name', 'Please enter the customer’s name')
      if (payment === 'link' && !customer_email) issue('customer_email', 'The payment link goes to this address')
      if (payment !== 'link' && !isCollected && !address) issue('address', 'Please enter the address')
      if (handed_over && !isCollected) issue('handed_over', 'Only garments that are collected can be handed over.')
      if (handed_over && payment === 'link') issue('handed_over', 'Until the link is paid, keep the garments.')
    }),
  response: z.object({
    order_number: z.string(),
    /** Of the payment page, where the customer pays by link. */
    pay_url: z.string().nullable(),
  }),
  refuses: [...refuses, 'day_changed', 'price_changed'],
})

/** Takes an order by hand back: it is deleted, and its e-mail does not leave. */
export const undoHandOrder = contract({
  name: 'undo-hand-order',
  method: 'POST',
  caller: 'administrators',
  request: z.object({ order_number: OrderNumber }),
  response: z.object({ undone: z.literal(true) }),
  refuses: ['not_found', 'conflict'],
})
