import { Hono } from 'hono'
import { sql } from 'kysely'
import { z } from 'zod'
import { requireAdministrator } from '#platform/auth/require-administrator.ts'
import type { Db, Tx } from '#platform/database/db.ts'
import type { Env } from '#platform/http/env.ts'
import { createErrorHandler, functionsErrorBody } from '#platform/http/errors/error-handler.ts'
import { normalCode } from './discount-codes.ts'

/** The revenue of codes, by code; codes without orders are left out. `now`: the shop's clock, ISO. */
export type DiscountRevenue = {
  now: string
  /** Paid orders, and their sum in pounds, less refunds. */
  takings: Record<string, { orders: number; total: number }>
}

const mostCodes = 100

const Query = z.object({
  codes: z
    .string()
    .max(mostCodes * 41)
    .default('')
    .transform((text) => [...new Set(text.split(',').map(normalCode))].filter((code) => code !== null))
    .pipe(z.array(z.string()).max(mostCodes)),
})

/**
 * The revenue of discount codes, mounted at /functions/v1 for administrators only: GET discount-takings?codes=A,B, at
 * most 100. An order counts for the code it was sold with, also after that code was deleted and added again.
 */
export function discountRevenueApi({ db }: { db: Db }): Hono<Env> {
  return new Hono<Env>().onError(createErrorHandler(functionsErrorBody)).get('/discount-takings', async (c) => {
    c.header('Cache-Control', 'no-store')
    await requireAdministrator(db, c)
    const { codes } = Query.parse(c.req.query())
    return c.json(await db.asService((tx) => readTakings(tx, codes)))
  })
}

async function readTakings(tx: Tx, codes: string[]): Promise<DiscountRevenue> {
  const { now } = await tx.selectNoFrom(sql<Date>`shop_now()`.as('now')).executeTakeFirstOrThrow()
  const { rows } = await sql<{ code: string; orders: number; total: number }>`
    select discount_code as code, count(*)::int as orders, sum(final_amount - refunded_amount)::float8 as total
      from public.pre_orders
     where discount_code = any(${codes}) and discount_code is not null and paid_at is not null
     group by discount_code`.execute(tx)
  return {
    now: now.toISOString(),
    takings: Object.fromEntries(rows.map(({ code, orders, total }) => [code, { orders, total }])),
  }
}
