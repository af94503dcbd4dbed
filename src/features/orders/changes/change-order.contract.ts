import { z } from 'zod'
import { contract } from '#platform/http/contract.ts'
import { readTyped } from '#platform/text/typed-text.ts'
import { DeliveryAddress } from './delivery-address.ts'
import { ChangeBody } from './edit-order-body.ts'

// Of the holder of the order's link, until the order is begun; a conflict with `details.reason: 'begun'` afterwards.
const Token = z.string().max(200)
const refuses = ['not_found', 'conflict']

export const changeOrder = contract({
  name: 'change-order',
  method: 'POST',
  caller: 'everyone',
  request: ChangeBody,
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
