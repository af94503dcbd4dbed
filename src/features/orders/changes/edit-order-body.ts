import { z } from 'zod'
import { maxGiftNote } from '#features/cart/preferences.ts'
import { heightBounds } from '#features/catalogue/sizes/size.ts'
import { OrderNumber } from '#features/orders/order-number.ts'
import { typedAddress } from '#platform/email/address.ts'
import { writtenText } from '#platform/text/kept-schemas.ts'
import { readTyped } from '#platform/text/typed-text.ts'
import { DeliveryAddress } from './delivery-address.ts'

/** Text as it was written; null where empty. */
function text(max: number, what = 'it') {
  return writtenText(max, `Please keep ${what} to ${max.toLocaleString('en-GB')} characters`)
    .transform((typed) => typed || null)
    .nullable()
}

/** A note of the owner. */
export const noteText = text(5000)

const GiftNote = text(maxGiftNote, 'the gift note')
const [shortest, tallest] = heightBounds
const wrongHeight = `Please enter whole centimetres, from ${shortest} to ${tallest}`
const Height = z.int(wrongHeight).min(shortest, wrongHeight).max(tallest, wrongHeight).nullable()
const Size = z.string().min(1).max(1200)

/** Lines to change, each named by its place in the order. */
const Lines = z
  .array(z.object({ position: z.int().min(0).max(1000), size: Size.optional(), height: Height.optional() }))
  .max(100)
  .default([])

/** The body of POST edit-order: what the owner changes. */
export const EditBody = z.object({
  order_number: OrderNumber,
  version: z.int().positive(),
  customer_name: text(200).optional(),
  customer_email: z
    .string()
    .transform((typed, { addIssue }) => {
      const address = typedAddress(typed)
      if (address) return address
      addIssue({ code: 'custom', message: 'Please enter a full e-mail address, such as ruth@example.com.' })
      return z.NEVER
    })
    .optional(),
  customer_phone: z.string().transform(readTyped).nullable().pipe(text(50)).optional(),
  address: DeliveryAddress.optional(),
  gift_note: GiftNote.optional(),
  notes: noteText.optional(),
  lines: Lines,
  tell_customer: z.boolean().default(false),
  link_account: z.boolean().default(false),
})

/** The body of POST change-order: what the customer changes with the order's link. */
export const ChangeBody = z.object({ token: z.string().max(200), gift_note: GiftNote.optional(), lines: Lines })

export const UndoBody = z.object({ order_number: OrderNumber, edit_id: z.uuid() })
