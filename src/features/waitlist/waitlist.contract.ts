import { z } from 'zod'
import { typedAddress } from '#platform/email/address.ts'
import { contract, page } from '#platform/http/contract.ts'

/** The same response for any address, new or known. Refuses conflict where the garment can be ordered. */
export const joinWaitlist = contract({
  name: 'join-waiting-list',
  method: 'POST',
  caller: 'everyone',
  request: z.object({
    product_id: z.uuid().toLowerCase(),
    email: z.string().transform((text, { addIssue }) => {
      const address = typedAddress(text)?.toLowerCase()
      if (address) return address
      addIssue({ code: 'custom', message: 'Please enter a full e-mail address, such as ruth@example.com.' })
      return z.NEVER
    }),
    /** The requested size; none: any size. */
    size: z
      .string()
      .max(1_200)
      .nullish()
      .transform((text) => text || null),
    /** A honeypot that no person sees: a value means a bot. */
    trap: z.string().max(10_000).nullish(),
    captcha_token: z.string().max(16_384).nullish(),
  }),
  response: z.object({ received: z.literal(true) }),
  refuses: ['not_found', 'conflict'],
})
export type Join = z.output<typeof joinWaitlist.request>

const Absent = z.object({
  id: z.string(),
  name: z.string(),
  slug: z.string(),
  sizes: z.array(z.string()),
  colour: z.string().nullable(),
  picture: z
    .object({ url: z.string(), alt: z.string(), width: z.number(), height: z.number(), blur: z.string().nullable() })
    .nullable(),
})
/** An inactive product that was public. */
export type AbsentGarmentFacts = z.output<typeof Absent>

/** The data for pages: the ids of sold-out products, and the inactive products. */
export const readFacts = contract({
  name: 'waiting-facts',
  method: 'GET',
  caller: 'everyone',
  response: z.object({ full: z.array(z.string()), absent: z.array(Absent) }),
})
export type WaitlistFacts = z.output<typeof readFacts.response>

/** Waiting customers by product and requested size, null for any; without notified and unconfirmed ones. */
export const countWaiting = contract({
  name: 'waiting-counts',
  method: 'GET',
  caller: 'pages',
  response: z.array(z.object({ product_id: z.string(), size: z.string().nullable(), waiting: z.int() })),
})
export type WaitlistCount = z.output<typeof countWaiting.response>[number]

/** The state behind an e-mail link. */
export const findPlace = contract({
  name: 'waiting-place',
  method: 'POST',
  caller: 'everyone',
  request: z.object({ token: z.string().max(200) }),
  response: z.object({
    state: z.enum(['waiting', 'unconfirmed', 'told', 'gone']),
    /** Masked, so that only the customer recognises it. */
    address: z.string().nullable(),
    garment: z.object({ name: z.string(), slug: z.string(), isActive: z.boolean() }).nullable(),
  }),
})
export type WaitlistPlace = z.output<typeof findPlace.response>

/** Of an e-mail's link. Leads to the page and changes nothing. */
export const openLeaving = contract({
  name: 'leave-waiting-list',
  method: 'GET',
  caller: 'everyone',
  query: z.object({ token: z.string().default('') }),
  response: page,
})

/** The page's form, or a mail program's press (RFC 8058), with the token in the address. */
export const leaveByLink = contract({
  name: 'leave-waiting-list',
  method: 'POST',
  caller: 'everyone',
  form: true,
  response: page,
  /** The page's form, sent by a page of another site. */
  refuses: ['forbidden'],
})

export const confirmByLink = contract({
  name: 'confirm-waiting',
  method: 'POST',
  caller: 'everyone',
  form: true,
  response: page,
})
