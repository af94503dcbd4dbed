import { z } from 'zod'
import { OrderNumber } from '#features/orders/order-number.ts'
import { calendarDay } from '#platform/calendar-day.ts'
import { contract, rowOf } from '#platform/http/contract.ts'
import { oneLine } from '#platform/text/kept-text.ts'
import type { ListedEmail } from './emails-of-order.ts'

const OrderEmail = rowOf<ListedEmail>('OrderEmail')
export type OrderEmail = z.output<typeof OrderEmail>

/** Answers within 3 s. The order's own row is used; other fields of the body are ignored. */
export const sendShippingConfirmation = contract({
  name: 'send-shipping-confirmation',
  method: 'POST',
  caller: 'administrators',
  request: z.object({ order_number: OrderNumber }),
  response: z.object({
    queued: z.literal(true),
    state: z.enum(['sent', 'waiting', 'failed']),
    /** For the owner. */
    message: z.string(),
  }),
  refuses: ['not_found', 'conflict'],
})

export const listEmailsOfOrder = contract({
  name: 'order-emails',
  method: 'GET',
  caller: 'administrators',
  query: z.object({ order_number: OrderNumber }),
  response: z.object({ emails: z.array(OrderEmail) }),
  refuses: ['not_found'],
})

/** Returns the new e-mail. */
export const sendEmailAgain = contract({
  name: 'send-email-again',
  method: 'POST',
  caller: 'administrators',
  request: z.object({ id: z.uuid() }),
  response: OrderEmail,
  refuses: ['not_found', 'conflict'],
})

export const announceOrderDelay = contract({
  name: 'announce-delay',
  method: 'POST',
  caller: 'administrators',
  request: z.object({
    order_number: OrderNumber,
    dispatch_by: calendarDay(),
    reason: z
      .string()
      .trim()
      .max(500)
      .nullish()
      .transform((text) => oneLine(text)),
  }),
  response: z.object({
    order_number: z.string(),
    dispatch_by: z.string(),
    was: z.string(),
    promised_dispatch_by: z.string(),
    email: OrderEmail.nullable(),
  }),
  refuses: ['not_found', 'conflict'],
})
