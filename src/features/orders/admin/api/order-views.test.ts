import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { shopDate } from '#base/shop-clock.ts'
import { openNotes } from '#features/orders/order-notes.ts'
import { orderStatuses, paymentStatuses } from '#features/orders/order-state.ts'
import { testDatabase } from '#tests/fixtures/database.ts'
import { belongs, noFilter, type OrderFilter } from '../list/list-location.ts'
import type { OrderRow } from '../order.ts'
import { viewCondition } from './order-view-sql.ts'
import { exportName, orderPlaces, orderViews } from './order-views.ts'

const statuses = orderStatuses.map(({ id }) => id)
const payments = paymentStatuses.map(({ id }) => id)

type Placed = Pick<OrderRow, 'id' | 'order_view' | 'order_status' | 'payment_status' | 'dispatch_by' | 'review_notes'>

test('the database and the browser find the same orders in each view, with each filter of payment and status', async () => {
  await using db = await testDatabase({ maxConnections: 1 })
  await db.asService(async (tx) => {
    // Every combination of the columns that decide the place and the views; the days are yesterday, today and tomorrow.
    for (const status of statuses) {
      await sql`
        insert into public.pre_orders (order_number, product_name, product_size, product_price, final_amount, order_status,
          payment_status, provider_state, paid_at, refunded_amount, ready_at, dispatch_by)
        select 'V-' || ${status}::text || row_number() over () || case when is_noted then '-N' else '' end, 'Mary Dress', '10-12', 89, 89, ${status}, payment, state,
          case when is_paid then shop_now() end, case when is_refunded then 89 else 0 end,
          case when is_ready then shop_now() end, (shop_now() at time zone 'Europe/London')::date + days
          from unnest(${payments}::text[]) as payment,
            unnest('{creating,open,expired,failed,paid,partly_refunded,refunded,disputed}'::text[]) as state,
            unnest('{true,false}'::boolean[]) as is_paid, unnest('{true,false}'::boolean[]) as is_refunded,
            unnest('{true,false}'::boolean[]) as is_ready, unnest('{-1,0,1}'::int[]) as days,
            unnest('{true,false}'::boolean[]) as is_noted`.execute(tx)
      await sql`insert into private.order_notes (order_id, kind) select id, 'total_differs' from public.pre_orders
        where order_number like '%-N' and order_status = ${status}`.execute(tx)
    }
    const { rows } = await sql<Placed & { now: Date }>`
      select id, order_view, order_status, payment_status, dispatch_by::text, ${openNotes('pre_orders.id')} as review_notes,
          shop_now() as now
        from public.pre_orders`.execute(tx)
    expect(rows).toHaveLength(5 * 2 * 8 * 2 * 2 * 2 * 3 * 2)
    expect(new Set(rows.map(({ order_view }) => order_view))).toEqual(new Set(orderPlaces))
    const today = shopDate(rows[0]?.now ?? new Date(0))

    for (const filter of filters()) {
      const found = await sql<{ id: string }>`
        select o.id from public.pre_orders o where ${viewCondition(filter)} order by o.id`.execute(tx)
      const expected = rows.filter((row) => belongs(row, filter, today)).map(({ id }) => id)
      expect(
        found.rows.map(({ id }) => id),
        JSON.stringify(filter),
      ).toEqual(expected.sort())
    }
  })
})

test('each place is a view, and no two of these views contain the same order', () => {
  const today = '2026-11-21'
  for (const order_view of orderPlaces) {
    const order: Placed = {
      id: 'x',
      order_view,
      order_status: 'pending',
      payment_status: 'paid',
      dispatch_by: today,
      review_notes: [],
    }
    const views = orderViews.filter(({ id }) => belongs(order, { ...noFilter, view: id }, today))
    expect(views.map(({ id }) => id).filter((id) => id !== 'all')).toEqual([order_view])
  }
})

function filters(): OrderFilter[] {
  return orderViews.flatMap(({ id: view }) =>
    [null, ...payments].flatMap((payment) =>
      [null, ...statuses].map((status) => ({ ...noFilter, view, payment, status })),
    ),
  )
}

test('the name of an export says which orders are in it', () => {
  const all = { view: 'all', payment: null, status: null, q: '', from: null, to: null } as const
  expect(exportName(all, '2026-12-02')).toBe('tkw-orders-all-2026-12-02.csv')
  expect(exportName({ ...all, view: 'to_make', q: 'ruth@example.com' }, '2026-12-02')).toBe(
    'tkw-orders-to-make-search-2026-12-02.csv',
  )
  const november = { ...all, status: 'shipped', payment: 'paid', from: '2026-11-01', to: '2026-11-30' } as const
  expect(exportName(november, '2026-12-02')).toBe(
    'tkw-orders-all-shipped-payment-paid-from-2026-11-01-to-2026-11-30-as-of-2026-12-02.csv',
  )
})
