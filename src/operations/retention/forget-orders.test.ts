import { afterAll, beforeAll, expect, test } from 'vitest'
import { findTexts } from '#tests/fixtures/find-texts.ts'
import { oldCustomer, oldCustomerTexts, type RetentionShop, retentionShop } from '#tests/fixtures/retention-shop.ts'
import { applyRetention } from './apply-retention.ts'

let shop: RetentionShop

beforeAll(async () => {
  shop = await retentionShop()
})
afterAll(() => shop[Symbol.asyncDispose]())

test('an order of eight years ago loses its customer everywhere, and keeps its numbers', async () => {
  const old = await shop.oldOrder('8 years')
  const settled = { order_id: old.id, session_id: 's', amount: '5', note: `for ${oldCustomer.customer_name}` }
  await shop.rows(
    `insert into private.refunds (order_id, session_id, amount, note, state, next_attempt_at, requested_at, settled_at)
      values ($1, $2, $3, $4, 'succeeded', null, public.shop_now() - interval '8 years', public.shop_now() - interval '8 years')`,
    Object.values(settled),
  )
  await shop.rows(
    `insert into private.outbox (kind, cause, order_id, recipient, message_id, state, created_at, data)
      values ('order_confirmation', $1::text, $1::uuid, $2, 'm', 'sent', public.shop_now() - interval '8 years', $3)`,
    [old.id, oldCustomer.customer_email, JSON.stringify({ to: oldCustomer.shipping_address })],
  )
  const changes = [{ field: 'shipping_address', before: oldCustomer.shipping_address, after: 'elsewhere' }]
  await shop.rows(
    `insert into private.order_events (order_id, kind, party, facts) values ($1, 'edited', 'customer', $2)`,
    [old.id, JSON.stringify({ changes })],
  )
  await applyRetention(shop)
  expect(await findTexts(shop.db.pool, oldCustomerTexts)).toEqual([])
  const [left] = await shop.rows(
    `select customer_email, final_amount, shipping_country, paid_at is not null as paid, order_status, tracking_number,
      (select count(*)::int from private.refunds r where r.order_id = o.id) as refunds,
      (select count(*)::int from private.outbox w where w.order_id = o.id) as emails
      from public.pre_orders o where id = $1`,
    [old.id],
  )
  expect(left).toEqual({
    customer_email: null,
    final_amount: '89.00',
    shipping_country: 'GB',
    paid: true,
    order_status: 'delivered',
    tracking_number: null,
    refunds: 1,
    emails: 0,
  })
})

test('an order keeps its customer while tax law, a claim or the work on it needs it', async () => {
  const young = await shop.oldOrder('5 years 11 months')
  const unfinished = await shop.oldOrder('8 years', { order_status: 'processing' })
  const doubtful = await shop.oldOrder('8 years')
  await shop.db.note(doubtful.id, { kind: 'paid_twice', sessionId: 'cs_2' })
  const [refunded, disputed, returned] = [
    await shop.oldOrder('8 years'),
    await shop.oldOrder('8 years'),
    await shop.oldOrder('8 years'),
  ]
  await shop.rows(
    `insert into private.refunds (order_id, session_id, amount, state, next_attempt_at, settled_at)
      values ($1, 's', 5, 'succeeded', null, public.shop_now() - interval '3 years')`,
    [refunded.id],
  )
  await shop.rows(
    `insert into private.disputes (id, order_id, amount, currency, reason, status, opened_at, read_at)
      values ('dp_1', $1, 5, 'gbp', 'fraudulent', 'needs_response', public.shop_now() - interval '8 years', now())`,
    [disputed.id],
  )
  await shop.rows(`insert into private.returns (id, order_id, kind) values (gen_random_uuid(), $1, 'fault')`, [
    returned.id,
  ])
  const ids = [young, unfinished, doubtful, refunded, disputed, returned].map(({ id }) => id)
  await shop.logged('pre_orders', refunded.id, '8 years', oldCustomer)
  await applyRetention(shop)
  expect(await shop.count('public.pre_orders where id = any($1) and customer_name is not null', [ids])).toBe(ids.length)
  expect(
    await shop.count(`private.audit_log where row_id = $1 and at < public.shop_now() - interval '7 years'`, [
      refunded.id,
    ]),
  ).toBe(1)
  await shop.rows(`update public.pre_orders set customer_name = null, customer_email = null where id = any($1)`, [ids])
})
