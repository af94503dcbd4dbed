import { z } from 'zod'
import { typedAddress } from '#platform/email/address.ts'
import { contract } from '#platform/http/contract.ts'
import { writtenLine } from '#platform/text/kept-schemas.ts'
import { readTyped } from '#platform/text/typed-text.ts'
import { orderPrefixes, readOrderNumber } from '../order-number.ts'

const notOurs = 'That isn’t one of our order numbers. You’ll find yours in every e-mail about the order.'

const Lookup = z.object({
  order_number: z.string().transform((typed, { addIssue }) => {
    const number = readOrderNumber(typed.slice(0, 200))
    if (number) return number
    // Orders from elsewhere have numbers of another form, but ours have a check character.
    const plain = readTyped(typed.slice(0, 200)).toUpperCase()
    if (/^[A-Z0-9-]{4,40}$/.test(plain) && !orderPrefixes().some((prefix) => plain.startsWith(prefix))) return plain
    addIssue({ code: 'custom', message: notOurs })
    return z.NEVER
  }),
  email: z.string().transform((text, { addIssue }) => {
    const address = typedAddress(text)
    if (address) return address.toLowerCase()
    addIssue({ code: 'custom', message: 'Please enter a full e-mail address, such as ruth@example.com.' })
    return z.NEVER
  }),
  withdraws: z.boolean().default(false),
  /** Of a withdrawal: the form requires it, the declaration is valid without. */
  name: writtenLine('your name', 200)
    .nullish()
    .transform((text) => text || null),
})

/** A lost link. The same work and the same answer whether or not there is such an order: a job sends the link. */
export const findOrder = contract({
  name: 'find-order',
  method: 'POST',
  caller: 'everyone',
  request: Lookup,
  response: z.object({ received: z.literal(true) }),
})
