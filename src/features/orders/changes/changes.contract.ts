import { z } from 'zod'
import { maxGiftNote } from '#features/cart/preferences.ts'
import { heightBounds, highestHeel } from '#features/catalogue/sizes/size.ts'
import { typedAddress } from '#platform/email/address.ts'
import { contract } from '#platform/http/contract.ts'
import { optionalText } from '#platform/text/kept-schemas.ts'
import { readTyped } from '#platform/text/typed-text.ts'
import { OrderNumber } from '../order-number.ts'
import { DeliveryAddress } from './delivery-address.ts'

const GiftNote = optionalText(maxGiftNote, 'the gift note')
const [shortest, tallest] = heightBounds
const wrongHeight = `Please enter whole centimetres, from ${shortest} to ${tallest}`
const Height = z.int(wrongHeight).min(shortest, wrongHeight).max(tallest, wrongHeight).nullable()
/** Null and 0: flat shoes. */
const Heel = z.int().min(0).max(highestHeel).nullable()
const Size = z.string().min(1).max(1200)

/** Lines to change, each named by its place in the order. */
const Lines = z
  .array(
    z.object({
      position: z.int().min(0).max(1000),
      size: Size.optional(),
      height: Height.optional(),
      heel: Heel.optional(),
    }),
  )
  .max(100)
  .default([])

// Of the holder of the order's link, until the order is begun; a conflict with `details.reason: 'begun'` afterwards.
const Token = z.string().max(200)
const refuses = ['not_found', 'conflict']

export const changeOrder = contract({
  name: 'change-order',
  method: 'POST',
  caller: 'everyone',
  request: z.object({ token: Token, gift_note: GiftNote.optional(), lines: Lines }),
  response: z.object({ changed: z.boolean() }),
  refuses,
})

/** Sends a code to the order's e-mail address, since e-mails with the link are forwarded. */
export const changeAddress = contract({
  name: 'change-address',
  method: 'POST',
  caller: 'everyone',
  request: z.object({ token: Token }).and(DeliveryAddress),
  response: z.object({ is_sent: z.boolean() }),
  refuses,
})

/** Changes the address to the one of the code. */
export const confirmNewAddress = contract({
  name: 'confirm-address',
  method: 'POST',
  caller: 'everyone',
  request: z.object({ token: Token, code: z.string().max(200).transform(readTyped) }),
  response: z.object({ changed: z.literal(true) }),
  refuses,
})

const Order = z.object({ order_number: OrderNumber })

/** What may be chosen for each line of an order. */
export const readOrderSizes = contract({
  name: 'order-sizes',
  method: 'GET',
  caller: 'administrators',
  query: Order,
  response: z.object({
    sizes: z.array(z.object({ position: z.int(), sizes: z.array(z.string()) })),
    /** The positions of the lines that are hemmed for a height. */
    hemmed: z.array(z.int()),
  }),
  refuses: ['not_found'],
})

/** Changes an order's details. `edit_id`: for an undo; null where nothing changed. */
export const editOrderDetails = contract({
  name: 'edit-order',
  method: 'POST',
  caller: 'administrators',
  request: z.object({
    order_number: OrderNumber,
    version: z.int().positive(),
    customer_name: optionalText(200).optional(),
    customer_email: z
      .string()
      .transform((typed, { addIssue }) => {
        const address = typedAddress(typed)
        if (address) return address
        addIssue({ code: 'custom', message: 'Please enter a full e-mail address, such as ruth@example.com.' })
        return z.NEVER
      })
      .optional(),
    customer_phone: z.string().transform(readTyped).nullable().pipe(optionalText(50)).optional(),
    address: DeliveryAddress.optional(),
    gift_note: GiftNote.optional(),
    notes: optionalText(5_000).optional(),
    lines: Lines,
    tell_customer: z.boolean().default(false),
    link_account: z.boolean().default(false),
  }),
  response: z.object({ edit_id: z.string().nullable(), has_account: z.boolean() }),
  refuses: ['not_found', 'conflict'],
})

export const undoOrderEdit = contract({
  name: 'undo-order-edit',
  method: 'POST',
  caller: 'administrators',
  request: z.object({ order_number: OrderNumber, edit_id: z.uuid() }),
  response: z.object({ undone: z.literal(true) }),
  refuses: ['not_found', 'conflict'],
})

/** Ends the order's links and e-mails a new one. */
export const endLinks = contract({
  name: 'end-order-links',
  method: 'POST',
  caller: 'administrators',
  request: Order,
  response: z.object({ ended: z.literal(true) }),
  refuses: ['not_found', 'conflict'],
})
