import type { Hono } from 'hono'
import { sql } from 'kysely'
import type { Pence, Pounds } from '#base/money.ts'
import { inPence } from '#base/sql-money.ts'
import { readShopNow, type Tx } from '#platform/database/db.ts'
import type { Env } from '#platform/http/env.ts'
import { endpoints, handle } from '#platform/http/handle.ts'
import { type DiscountRevenue, readRevenue } from './discount-revenue.contract.ts'

export function discountRevenueApi(): Hono<Env> {
  return endpoints(handle(readRevenue, ({ db, query }) => db.asService((tx) => readTakings(tx, query.codes))))
}

async function readTakings(tx: Tx, codes: string[]): Promise<DiscountRevenue> {
  const now = await readShopNow(tx)
  const { rows } = await sql<{ code: string; orders: number; total_pence: Pence }>`
    select discount_code as code, count(*)::int as orders, ${inPence(sql<Pounds>`sum(final_amount - refunded_amount)`)} as total_pence
      from public.pre_orders
     where discount_code = any(${codes}) and discount_code is not null and paid_at is not null
     group by discount_code`.execute(tx)
  return {
    now: now.toISOString(),
    takings: Object.fromEntries(rows.map(({ code, ...of }) => [code, of])),
  }
}
