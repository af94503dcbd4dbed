import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tx } from '#platform/database/db.ts'
import { type CheckoutShop, checkoutShop, itemOf } from '#tests/fixtures/checkout-shop.ts'
import { type Checking, checkMoney } from '#tests/fixtures/money-checker.ts'
import { type Books, readTestProviderLedger } from '#tests/fixtures/provider-ledger.ts'

let shop: CheckoutShop
const pages: string[] = []

// One order of each kind: paid with a code, paid and partly refunded, abandoned.
beforeAll(async () => {
  shop = await checkoutShop()
  const soon = new Date(Date.now() + 86_400_000)
  const mary = await shop.db.product({ name: 'Mary Dress', price: 89.5 })
  const ruth = await shop.db.product({
    name: 'Ruth Skirt',
    price: 30.5,
    is_preorder: true,
    preorder_limit: 4,
    preorder_end_date: soon,
  })
  const { code } = await shop.db.discountCode({ code: 'TEN', percent: 10, max_redemptions: 3 })
  const items = [itemOf(mary, { quantity: 2 }), itemOf(ruth)]
  for (const discountCode of [code, null, null]) {
    const { body } = await shop.press({ items, discountCode, cartId: randomUUID() })
    pages.push(body.sessionId ?? '')
  }
  await shop.pay(pages[0] ?? '')
  await shop.pay(pages[1] ?? '')
  await shop.paymentDeps.provider.expireSession(pages[2] ?? '')
  await shop.runJobs()
  for (const page of pages) await settle(page)
})
afterAll(() => shop[Symbol.asyncDispose]())

async function settle(page: string): Promise<void> {
  const { settleOrder } = await import('#features/payments/settle-order.ts')
  await settleOrder(shop.paymentDeps, page)
}

type Breaking = { tx: Tx; page: string; order: string; run(statement: string, ...values: unknown[]): Promise<unknown> }
type Changed = Partial<Omit<Checking, 'tx'>> | undefined

/** The checker's report after the data was corrupted; then restores the data. */
async function broken(
  breakIt: (breaking: Breaking) => Promise<unknown>,
  change?: (books: Books) => Changed,
): Promise<string[]> {
  let errors: string[] = []
  const undone = new Error('undone')
  const work = async (tx: Tx) => {
    const page = pages[0] ?? ''
    const run = (statement: string) => sql.raw(statement).execute(tx)
    const { id: order } = await tx
      .selectFrom('pre_orders')
      .select('id')
      .where('payment_session_id', '=', page)
      .executeTakeFirstOrThrow()
    await breakIt({ tx, page, order, run })
    const books = await readTestProviderLedger(tx)
    errors = await checkMoney({ tx, books, isOver: true, promised: { pages }, ...change?.(books) })
    throw undone
  }
  await shop.db.asService(work).catch((error: unknown) => {
    if (error !== undone) throw error
  })
  return errors
}

const nothing = async () => undefined

test('correct data has no violations', async () => {
  expect(await broken(nothing)).toEqual([])
})

test.each<[string, RegExp, string]>([
  ['a line that is missing', /^I1 .* has the lines/, "delete from order_lines where order_id = '$o' and position = 1"],
  [
    'a line too many',
    /^I1 .* has the lines/,
    "insert into order_lines (order_id, position, product_id, slug, name, size, unit_price, quantity, dispatch_by) select order_id, 9, product_id, slug, name, size, 0, 1, dispatch_by from order_lines where order_id = '$o' and position = 0",
  ],
  ['another size', /^I1 .* has the lines/, "update order_lines set size = '8-10' where order_id = '$o'"],
  ['a paid page without an order', /^I1 .* is paid and has no order/, "delete from pre_orders where id = '$o'"],
  [
    'a paid order that is taken for expired',
    /^I1 .* its order .* is expired/,
    "update pre_orders set provider_state = 'expired' where id = '$o'",
  ],
  [
    'a second payment nobody is told of',
    /^I1 .* was paid on .* too/,
    "update private.test_payment_sessions set order_id = '$o', payment_status = 'paid', status = 'complete' where status = 'expired'",
  ],
  [
    'an order that nobody paid',
    /^I2 .* is paid and nobody paid/,
    "update private.test_payment_sessions set payment_status = 'unpaid' where id = '$p'",
  ],
  [
    'an order shown as paid by a machine',
    /^I2 .* is shown as paid by nobody/,
    "update pre_orders set payment_status = 'paid' where provider_state = 'expired'",
  ],
  [
    'a paid order that is not shown as paid',
    /^I2 .* not shown so/,
    "update pre_orders set payment_status = 'pending' where id = '$o'",
  ],
  [
    'an order confirmed twice',
    /^I3 .* has 2 confirmation letters/,
    "insert into private.outbox (kind, cause, order_id, recipient, message_id) values ('order_confirmation', '$o.2', '$o', 'a@b.test', '<2>')",
  ],
  [
    'an order that is not confirmed',
    /^I3 .* has no confirmation letter/,
    "delete from private.outbox where order_id = '$o'",
  ],
  [
    'a confirmation of what was not paid',
    /^I3 .* is expired and was confirmed/,
    "update private.outbox set order_id = (select id from pre_orders where provider_state = 'expired'), cause = (select id from pre_orders where provider_state = 'expired') where order_id = '$o'",
  ],
  [
    'a confirmation of no order',
    /^I3 a confirmation letter for/,
    "update private.outbox set order_id = null where order_id = '$o' and kind = 'order_confirmation'",
  ],
  [
    'a use of a code that was not counted',
    /^I5 TEN counts 0 uses, 1 were paid/,
    "update discount_codes set redeemed = 0 where code = 'TEN'",
  ],
  [
    'a use of a code that was counted twice',
    /^I5 TEN counts 2 uses/,
    "update discount_codes set redeemed = 2 where code = 'TEN'",
  ],
  [
    'a code that is held by nobody',
    /^I5 TEN counts 1 uses on open pages, there are 0/,
    "update discount_codes set held = 1 where code = 'TEN'",
  ],
  [
    'a hold that outlives its page',
    /^over: TEN is still held/,
    "update discount_codes set held = 1 where code = 'TEN'",
  ],
  [
    'more of a pre-order than there is',
    /^I5 2 of .* are sold, 1 may be/,
    'update products set preorder_limit = 1 where preorder_limit = 4',
  ],
  ['an event nobody cares for', /^I6 nobody cares for event/, 'update private.payment_events set handled_at = null'],
  [
    'a page given out that no order has',
    /^I6 .* was given to a shopper and no order has it/,
    "update pre_orders set payment_session_id = null where provider_state = 'expired'",
  ],
  [
    'another subtotal',
    /^I8 .* subtotal: 21000 here, 20950 there/,
    "update pre_orders set product_price = 210 where id = '$o'",
  ],
  [
    'another discount',
    /^I8 .* discount: 1 here, 2095 there/,
    "update pre_orders set discount_amount = 0.01 where id = '$o'",
  ],
  ['another delivery', /^I8 .* delivery: 1 here/, "update pre_orders set shipping_amount = 0.01 where id = '$o'"],
  ['another total', /^I8 .* total: 1 here/, "update pre_orders set final_amount = 0.01 where id = '$o'"],
  [
    'a refund only we know of',
    /^I8 .* refunded: 500 here, 0 there/,
    "update pre_orders set refunded_amount = 5 where id = '$o'",
  ],
  [
    'a refund only they know of',
    /^I8 .* refunded: 0 here, 500 there/,
    "update private.test_payment_sessions set refunded_amount = 500 where id = '$p'",
  ],
  [
    'a refund that is not noted',
    /^I6 the refund .* is not noted/,
    `update private.test_payment_sessions set refunds = '{"x": 500}' where id = '$p'`,
  ],
  [
    'a refund that was never given',
    /^I2 the refund .* was never given/,
    "insert into private.refunds (order_id, session_id, amount, provider_refund_id, state) values ('$o', '$p', 5, 're_1', 'succeeded')",
  ],
  [
    'a refund that was never sent',
    /^I6 the refund .* was asked for and never sent/,
    "insert into private.refunds (order_id, session_id, amount) values ('$o', '$p', 5)",
  ],
  [
    'more given back than was paid',
    /^I8 .* gave back 99999 of/,
    "update private.test_payment_sessions set refunded_amount = 99999 where id = '$p'",
  ],
  [
    'an order still open when all is over',
    /^over: .* is still open/,
    "update pre_orders set provider_state = 'open' where provider_state = 'expired'",
  ],
])('%s is seen', async (_, words, statement) => {
  const errors = await broken(({ run, page, order }) => run(statement.replaceAll('$o', order).replaceAll('$p', page)))
  expect(errors).toContainEqual(expect.stringMatching(words))
})

test('the checker reports an event, a refund and a page that were answered 2xx and are missing', async () => {
  const promised = { pages: ['cs_gone'], events: ['evt_gone'], refunds: [randomUUID()] }
  const errors = await broken(nothing, () => ({ promised }))
  expect(errors).toEqual([
    'I6 cs_gone was given to a shopper and no order has it',
    'I6 the event evt_gone was taken and is not there',
    `I6 the refund ${promised.refunds[0]} was accepted and is not there`,
  ])
})

test('the checker reports a refund made twice with one key', async () => {
  const twice = { pageId: 'cs_1', amount: 500, reference: 'one', hasFailed: false }
  const errors = await broken(nothing, (books) => ({
    books: {
      ...books,
      refunds: [
        { ...twice, id: 're_1' },
        { ...twice, id: 're_2' },
      ],
    },
  }))
  expect(errors).toContain('I8 the refund one was given twice')
})

test('the checker accepts a manual payment, a flagged second payment and a flagged use over the limit', async () => {
  const admin = await shop.db.user({ admin: true })
  await shop.db.as(admin.claims, (tx) =>
    tx.updateTable('pre_orders').set({ payment_status: 'paid' }).where('provider_state', '=', 'expired').execute(),
  )
  expect(await broken(nothing)).toEqual([])
  const flagged = await broken(async ({ run, order, page }) => {
    await run(
      `insert into private.order_notes (order_id, kind, facts) values ('${order}', 'paid_twice', '{"sessionId": "x"}')`,
    )
    await run(`insert into private.test_payment_sessions (id, idempotency_key, request, order_id, amount_subtotal,
      amount_discount, status, payment_status, expires_at) select 'second', 'second', request, order_id, amount_subtotal,
      amount_discount, 'complete', 'paid', now() from private.test_payment_sessions where id = '${page}'`)
  })
  expect(flagged).toEqual([])
})
