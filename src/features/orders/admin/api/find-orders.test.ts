import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Tx } from '#platform/database/db.ts'
import { testDatabase } from '#tests/fixtures/database.ts'
import { noFilter, type OrderFilter } from '../list/list-location.ts'
import { findOrders } from './find-orders.ts'

test('the pages of a search have each match once, the newest first, however frequent it is and wherever it is', async () => {
  await using db = await testDatabase({ maxConnections: 1 })
  await db.asService(async (tx) => {
    // 2,000 orders, the older the further apart: the index needs several parts of a view for a page. Every third is shipped.
    await sql`
      insert into public.pre_orders (order_number, product_name, product_size, product_price, final_amount, payment_status,
        provider_state, paid_at, order_status, shipped_at, customer_name, created_at)
      select 'F-' || i, 'Mary Dress', '10-12', 89, 89, 'paid', 'paid', at, case i % 3 when 0 then 'shipped' else 'processing' end,
          case i % 3 when 0 then at + (i % 7) * interval '1 minute' end, case when i % 2 = 0 then 'often ' else '' end
            || case when i % 12 = 0 then 'sometimes ' else '' end || case when i % 60 = 0 then 'seldom ' else '' end
            || case when i % 700 = 0 then 'rarely ' else '' end || case when i < 120 then 'formerly ' else '' end
            || case when i > 1900 then 'lately ' else '' end || 'x', at
        from generate_series(1, 2000) i
        cross join lateral (select now() - (2001 - i) ^ 3 * interval '1 millisecond' as at) day`.execute(tx)
    const words = ['often', 'sometimes', 'seldom', 'rarely', 'formerly', 'lately', 'never']
    for (const q of words) {
      for (const view of ['all', 'shipped', 'in_progress'] as const) {
        const found = await readPages(tx, { ...noFilter, view, q })
        const { rows } = await sql<{ order_number: string }>`
          select order_number from public.pre_orders
           where customer_name like ${`%${q}%`} and (${view} = 'all' or order_view = ${view})
           order by order_number`.execute(tx)
        expect(found.toSorted(), `${view}: ${q}`).toEqual(rows.map(({ order_number }) => order_number))
        expect(found, `${view}: ${q}, in the order of the view`).toEqual(await inOrder(tx, view, found))
      }
    }
  })
})

async function readPages(tx: Tx, filter: OrderFilter): Promise<string[]> {
  const found: string[] = []
  let after: string | null = null
  do {
    const page = await findOrders(tx, filter, { after, limit: 50 })
    found.push(...page.orders.map(({ order_number }) => order_number))
    after = page.next
  } while (after !== null)
  return found
}

/** These orders as their view lists them without a search. */
async function inOrder(tx: Tx, view: OrderFilter['view'], numbers: readonly string[]): Promise<string[]> {
  const wanted = new Set(numbers)
  const { orders } = await findOrders(tx, { ...noFilter, view, q: '' }, { after: null, limit: 3_000 })
  return orders.map(({ order_number }) => order_number).filter((number) => wanted.has(number))
}
