import { z } from 'zod'
import { OrderNumber, orderNumbers } from '#features/orders/order-number.ts'
import { DayRangeSchema } from '#features/settings/shop-settings.ts'
import { calendarDay } from '#platform/calendar-day.ts'
import { contract, time } from '#platform/http/contract.ts'
import { oneLine } from '#platform/text/kept-text.ts'

const maxDelayed = 200
const maxDaysLater = 120

/** An order and its days, 'YYYY-MM-DD'. `problem`: in words, why it can't be delayed. */
const Planned = z.object({
  order_number: z.string(),
  customer_name: z.string().nullable(),
  from: z.string(),
  /** Null until a day is chosen. */
  to: z.string().nullable(),
  /** Production has started: its customer may cancel until it leaves, others until it is cut. */
  is_begun: z.boolean(),
  problem: z.string().nullable(),
})
export type PlannedDelay = z.output<typeof Planned>

/** What a delay of up to 200 orders would do: to one day, or by a number of working days. */
export const planOrderDelays = contract({
  name: 'delay-plan',
  method: 'GET',
  caller: 'administrators',
  query: z.object({
    orders: orderNumbers(maxDelayed),
    to: calendarDay('Please choose a date.').optional(),
    later: z
      .string()
      .regex(/^\d{1,3}$/)
      .transform(Number)
      .pipe(z.int().min(1).max(maxDaysLater))
      .optional(),
    /** Further days off, which are not saved yet: 'YYYY-MM-DD_YYYY-MM-DD'. */
    off: z
      .string()
      .transform((text) => {
        const [from = '', until = ''] = text.split('_')
        return { from, until }
      })
      .pipe(DayRangeSchema)
      .optional(),
  }),
  response: z.object({ orders: z.array(Planned) }),
})

/** `problem`: why it was not done, in words; null: it was. */
const Result = z.object({ order_number: z.string(), problem: z.string().nullable() })
export type DelayResult = z.output<typeof Result>

/** Delays up to 200 orders, each on its own, and e-mails each customer in a minute. */
export const delayOrderList = contract({
  name: 'delay-orders',
  method: 'POST',
  caller: 'administrators',
  request: z.object({
    orders: z
      .array(z.object({ order_number: OrderNumber, from: calendarDay(), to: calendarDay('Please choose a date.') }))
      .min(1)
      .max(maxDelayed),
    reason: z
      .string()
      .trim()
      .max(500)
      .nullish()
      .transform((text) => oneLine(text)),
    /** Of this announcement: the list of answers shows its orders together. */
    batch: z.uuid(),
  }),
  response: z.object({ results: z.array(Result) }),
})

/** Takes back delays whose e-mails have not left, each on its own. */
export const undoDelayList = contract({
  name: 'undo-delays',
  method: 'POST',
  caller: 'administrators',
  request: z.object({
    orders: z
      .array(z.object({ order_number: OrderNumber, to: calendarDay() }))
      .min(1)
      .max(maxDelayed),
  }),
  response: z.object({ results: z.array(Result) }),
})

const DelayedOrder = z.object({
  order_number: z.string(),
  customer_name: z.string().nullable(),
  from: z.string(),
  to: z.string(),
  /** Of its e-mail; null: it no longer applies. */
  email: z.enum(['waiting', 'sent', 'failed']).nullable(),
  /**
   * `silent`: no answer, which keeps the order; `closed`: none, and none is possible any more, since it was cut, sent,
   * cancelled otherwise or delayed again.
   */
  answer: z.enum(['keep', 'cancel', 'silent', 'closed']),
  answered_at: time.nullable(),
})

/** One announcement to the customers of one or more orders. */
const Announcement = z.object({
  id: z.string(),
  announced_at: time,
  reason: z.string().nullable(),
  orders: z.array(DelayedOrder),
})
export type Announcement = z.output<typeof Announcement>

/** The delays of the last 500 orders that were delayed, the newest first, with what each customer answered. */
export const listOrderDelays = contract({
  name: 'order-delays',
  method: 'GET',
  caller: 'administrators',
  response: z.object({ announcements: z.array(Announcement) }),
})
