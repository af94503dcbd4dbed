import { z } from 'zod'
import { dayMs } from '#base/day-ms.ts'
import { pence } from '#base/money.ts'
import { contract, rowOf, textFile } from '#platform/http/contract.ts'
import { ExistingDay } from '#platform/text/kept-schemas.ts'
import { actions } from './discrepancy.ts'
import type { DayResponse, MoneyResponse, PaidOrderResponse } from './money-response.ts'

/** The money page. */
export const readMoney = contract({
  name: 'money',
  method: 'GET',
  caller: 'administrators',
  response: rowOf<MoneyResponse>('Money'),
})

const Pence = z.int().transform(pence)

/** Days in shop time, both included; a tax year at most. */
const DaySpan = z
  .object({ from: ExistingDay, to: ExistingDay })
  .refine(({ from, to }) => from <= to && Date.parse(to) - Date.parse(from) < 366 * dayMs, {
    path: ['to'],
    message: 'Please choose at most a year.',
  })

/** What came in and went out on each day of a span; days without either are left out. */
export const readMoneyDays = contract({
  name: 'money-days',
  method: 'GET',
  caller: 'administrators',
  query: DaySpan,
  response: z.object({ days: z.array(rowOf<DayResponse>('MoneyDay')) }),
})

/** Each payment, refund and dispute of a span on its own day, as CSV. No customer is named. */
export const exportMoney = contract({
  name: 'export-money',
  method: 'GET',
  caller: 'administrators',
  query: DaySpan,
  response: textFile,
})

/** What the payment provider charged the shop in a span, and what it paid out; null where it charges nothing. */
export const readProviderAccount = contract({
  name: 'provider-account',
  method: 'GET',
  caller: 'administrators',
  query: DaySpan,
  response: z.object({ sums: z.object({ fees_pence: Pence, paid_out_pence: Pence }).nullable() }),
  refuses: ['payment_provider_down', 'payment_refused'],
})

/** How many discrepancies need the owner. */
export const countMoneyAlerts = contract({
  name: 'money-alerts',
  method: 'GET',
  caller: 'administrators',
  response: z.object({ waiting: z.int() }),
})

/** Up to twenty paid orders that match a text, the newest first. */
export const findPaidOrders = contract({
  name: 'money-orders',
  method: 'GET',
  caller: 'administrators',
  query: z.object({
    q: z
      .string()
      .max(254)
      .default('')
      .transform((text) => text.trim()),
  }),
  response: z.object({ orders: z.array(rowOf<PaidOrderResponse>('PaidOrder')) }),
})

/** Starts a reconciliation, unless one is running. */
export const startReconciliation = contract({
  name: 'money-run',
  method: 'POST',
  caller: 'administrators',
  response: z.object({ id: z.string().nullable(), running: z.literal(true) }),
})

export const repairDiscrepancy = contract({
  name: 'repair-discrepancy',
  method: 'POST',
  caller: 'administrators',
  request: z.object({
    id: z.uuid(),
    action: z.enum(actions),
    note: z
      .string()
      .trim()
      .max(1000)
      .nullish()
      .transform((text) => text || null),
  }),
  response: z.object({
    id: z.string(),
    /** False: the repair ran, and a difference remains. */
    resolved: z.boolean(),
  }),
  refuses: ['not_found', 'conflict', 'payment_provider_down', 'payment_refused'],
})

export type Repaired = z.output<typeof repairDiscrepancy.response>

/** An HTML file for the bank; `id` is the discrepancy's. */
export const readDisputeEvidence = contract({
  name: 'dispute-evidence',
  method: 'GET',
  caller: 'administrators',
  query: z.object({ id: z.uuid() }),
  response: textFile,
  refuses: ['not_found', 'conflict'],
})
