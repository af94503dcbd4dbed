import { z } from 'zod'
import { contract, page } from '#platform/http/contract.ts'

const Token = z.object({ token: z.string().max(200) })

/** Of an e-mail's link, which is the authorization. Leads to the page and changes nothing. */
export const openUnsubscribe = contract({
  name: 'unsubscribe',
  method: 'GET',
  caller: 'everyone',
  query: z.object({ token: z.string().default('') }),
  response: page,
})

/** Takes the page's form and a mail program's press (RFC 8058) too, with the token in the address. */
export const unsubscribe = contract({
  name: 'unsubscribe',
  method: 'POST',
  caller: 'everyone',
  form: true,
  request: Token.extend({ reason: z.enum(['unsubscribed', 'complaint']).default('unsubscribed') }),
  response: z.object({ unsubscribed: z.literal(true) }),
})

export const confirmSignUp = contract({
  name: 'confirm-sign-up',
  method: 'POST',
  caller: 'everyone',
  form: true,
  request: Token,
  response: z.object({ confirmed: z.literal(true) }),
  refuses: ['conflict'],
})

/** The state behind an e-mail link. */
export const findPlaceOnList = contract({
  name: 'list-place',
  method: 'POST',
  caller: 'everyone',
  request: Token,
  response: z.object({
    state: z.enum(['on', 'off', 'unconfirmed']),
    /** Masked, so that only the customer recognises it. */
    address: z.string().nullable(),
    /** Whether the objection is recent enough to be undone. */
    may_take_back: z.boolean(),
    /** Whether the recipient complained that they never signed up. */
    complained: z.boolean(),
  }),
})
export type PlaceOnList = z.output<typeof findPlaceOnList.response>

export const reportMailProblem = contract({
  name: 'report-mail-problem',
  method: 'POST',
  caller: 'the service',
  request: z.object({ email: z.string(), kind: z.enum(['complaint', 'bounced']) }),
  response: z.object({ recorded: z.literal(true) }),
})
