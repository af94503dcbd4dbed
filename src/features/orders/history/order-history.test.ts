import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { editOrder, undoEdit } from '#features/orders/changes/edit-order.ts'
import type { Claims, Tx } from '#platform/database/db.ts'
import { type TestDatabase, testDatabase } from '#tests/fixtures/database.ts'
import { listMoneyHistory, listTimeline } from './order-history.ts'

let db: TestDatabase
/** The id of an order to which nearly everything happened. */
let rich: string

beforeAll(async () => {
  db = await testDatabase()
  rich = await richOrder()
})
afterAll(() => db[Symbol.asyncDispose]())

const provider: Claims = { role: 'service_role' }

/** One transaction a step, each in a millisecond of its own: entries of one millisecond are one entry or have no order in time. */
async function richOrder() {
  const owner = await db.user({ admin: true, email: 'owner@example.com' })
  const customer = await db.user({ email: 'ruth@example.com' })
  const order = await db.order({ provider_state: 'open', cart_id: crypto.randomUUID() })
  const desk: Claims = { role: 'service_role', sub: owner.id }
  let request = 0
  const step = async <Value>(claims: Claims, work: (tx: Tx) => Promise<Value>) => {
    await setTimeout(2)
    return db.as(claims, work, { requestId: `request-${++request}`, ip: '203.0.113.9' })
  }
  const set = (claims: Claims, columns: string) =>
    step(claims, (tx) => sql`update public.pre_orders set ${sql.raw(columns)} where id = ${order.id}`.execute(tx))
  const run = (claims: Claims, statement: string) =>
    step(claims, (tx) => sql.raw(statement.replaceAll('ORDER', `'${order.id}'`)).execute(tx))

  await set(provider, `payment_session_url = 'https://pay.example/1'`)
  await set(
    provider,
    `provider_state = 'paid', payment_status = 'paid', paid_at = shop_now(), final_amount = 93.5, shipping_amount = 4.5,
     customer_name = 'Ruth Moab', customer_email = 'ruth@example.com', shipping_address = '1 Barley Row', shipping_city = 'Leed',
     shipping_postcode = 'LS1 4AP', shipping_country = 'GB', payment_id = 'pi_1', delivery_service = 'tracked-48'`,
  )
  const own = { role: 'authenticated', sub: owner.id, aal: 'aal1' } as const
  await set(own, `order_status = 'processing'`)
  await set(own, `shipping_city = 'Leeds'`)
  await set(own, `notes = 'Ring twice', customer_phone = '+447700900777'`)
  await set(own, `notes = null`)
  await set(own, `ready_at = shop_now()`)
  await set(own, `ready_at = null`)
  await set(desk, `link_version = link_version + 1`)
  const edited = await step(desk, (tx) =>
    editOrder(tx, {
      orderNumber: order.order_number,
      version: 10,
      wanted: { fields: { customer_name: 'Ruth Naomi', customer_email: 'naomi@example.com' }, lines: [] },
      tellCustomer: true,
      linkAccount: false,
      userId: owner.id,
    }),
  )
  const { editId } = edited
  if (!editId) throw new Error('Nothing was changed')
  await step(desk, (tx) => undoEdit(tx, { orderNumber: order.order_number, editId, userId: owner.id }))
  await run(
    desk,
    `insert into private.order_delays (order_id, dispatch_by, previous_dispatch_by, reason, in_production)
       values (ORDER, '2030-02-01', '2030-01-15', 'The cloth came late.', true);
     update public.pre_orders set dispatch_by = '2030-02-01' where id = ORDER`,
  )
  await run(
    provider,
    `update private.order_delays set answer = 'keep', answered_at = shop_now() where order_id = ORDER`,
  )
  await set(own, `order_status = 'shipped', tracking_number = 'RM1', shipping_carrier = 'Evri'`)
  await set(own, `tracking_number = 'RM2'`)
  await set(own, `order_status = 'delivered'`)
  await run(
    { role: 'service_role', sub: customer.id },
    `insert into private.returns (id, order_id, kind, reason) values (gen_random_uuid(), ORDER, 'fault', 'A hole')`,
  )
  await run(desk, `update private.returns set state = 'received', received_at = shop_now() where order_id = ORDER`)
  await run(desk, `insert into private.refunds (order_id, session_id, amount, note) values (ORDER, 's', 20, 'sorry')`)
  await run(provider, `update private.refunds set state = 'pending', attempts = 1 where order_id = ORDER`)
  await run(
    provider,
    `update private.refunds set state = 'succeeded', settled_at = shop_now(), next_attempt_at = null where order_id = ORDER;
     update public.pre_orders set provider_state = 'partly_refunded', refunded_amount = 20 where id = ORDER`,
  )
  await set(provider, `refunded_amount = 25`)
  await run(
    provider,
    `insert into private.order_notes (order_id, kind, facts) values (ORDER, 'paid_in_other_currency', '{"currency": "EUR"}')`,
  )
  await run(
    provider,
    `insert into private.order_notes (order_id, kind, facts) values (ORDER, 'other', '{"words": "The address is missing"}')`,
  )
  await run(
    desk,
    `update private.order_notes set resolved_at = shop_now(), resolved_by = auth.uid() where order_id = ORDER`,
  )
  await set(provider, `provider_state = 'paid', refunded_amount = 0`)
  await run(
    provider,
    `insert into private.disputes (id, order_id, amount, currency, reason, status, opened_at, read_at)
       values ('dp_1', ORDER, 93.5, 'gbp', 'fraudulent', 'needs_response', shop_now(), shop_now());
     update public.pre_orders set provider_state = 'disputed' where id = ORDER`,
  )
  await run(provider, `update private.disputes set status = 'won' where order_id = ORDER`)
  await set(own, `payment_status = 'pending'`)
  await set(own, `payment_status = 'paid'`)
  await run(
    provider,
    `insert into private.refunds (order_id, session_id, amount, source, state, next_attempt_at)
       values (ORDER, 's', 5, 'provider', 'requested', null)`,
  )
  await run(
    provider,
    `update private.refunds set state = 'failed', failure = 'expired_or_canceled_card', amount = 4, settled_at = shop_now()
      where order_id = ORDER and source = 'provider'`,
  )
  await run(
    provider,
    `insert into private.outbox (kind, cause, order_id, recipient, message_id, state, sent_at)
       values ('order_confirmation', ORDER, ORDER, 'ruth@example.com', 'm', 'sent', shop_now())`,
  )
  await run(
    desk,
    `update public.pre_orders set order_status = 'cancelled' where id = ORDER;
     insert into private.order_events (order_id, kind, facts, actor, party)
       values (ORDER, 'cancelled', '{"reason": "She rang", "withRefund": true}', auth.uid(), 'customer')`,
  )
  return order.id
}

async function countEvents(orderId: string): Promise<number> {
  return (await sql`select from private.order_events where order_id = ${orderId}`.execute(db.owner)).rows.length
}

/** The order's entries as its readers see them. */
async function read(orderId: string) {
  const placed = { orderId, customerId: null }
  return db.asService(async (tx) => ({
    timeline: (await listTimeline(tx, placed)).map(({ who, title, detail, undo }) =>
      [who, title, detail ?? '', ...(undo ? ['Undo'] : [])].join(' | '),
    ),
    money: (await listMoneyHistory(tx, placed)).map(({ by, said }) => `${by} | ${said}`),
  }))
}

test('the history of an order says what happened, who did it, and what it was before', async () => {
  const { timeline, money } = await read(rich)
  expect(timeline).toMatchInlineSnapshot(`
    [
      "The shop | E-mail: Cancelled | Waiting to be sent to ruth@example.com.",
      "owner@example.com | Cancelled | With its refund. ‘She rang’",
      "The shop | E-mail: Order confirmation | Sent to ruth@example.com.",
      "The payment provider | Refund | The refund failed. The card has expired or was cancelled.",
      "The payment provider | Refund | £5.00 was refunded in the payment provider’s dashboard.",
      "owner@example.com | Payment status changed | From ‘Pending’ to ‘Paid’.",
      "owner@example.com | Payment status changed | From ‘Paid’ to ‘Pending’.",
      "The payment provider | Payment dispute | The bank decided in your favour.",
      "The payment provider | Payment disputed by the customer’s bank | ",
      "The payment provider | Payment dispute | The customer’s bank disputes £93.50.",
      "The payment provider | The payment is yours again | ",
      "owner@example.com | No longer needs attention | ",
      "The shop | Needs attention | The address is missing.",
      "The shop | Needs attention | Paid in EUR.",
      "The shop | E-mail: Refund | Waiting to be sent to ruth@example.com.",
      "The shop | Partly refunded | £25.00 in all.",
      "The shop | E-mail: Refund | Waiting to be sent to ruth@example.com.",
      "The payment provider | Partly refunded | £20.00 in all.",
      "The payment provider | Refund | The refund went through.",
      "The payment provider | Refund | The payment provider accepted the refund.",
      "owner@example.com | Refund | A refund of £20.00 was requested.",
      "owner@example.com | Fault: received | ",
      "ruth@example.com | Fault declared | ",
      "owner@example.com | Delivered | Status from ‘Shipped’ to ‘Delivered’.",
      "owner@example.com | Tracking number changed | From ‘RM1’ to ‘RM2’.",
      "owner@example.com | Shipped | Status from ‘Processing’ to ‘Shipped’. Tracking number added. RM1. Carrier changed. From ‘Royal Mail’ to ‘Evri’.",
      "Customer | Keeps the order despite the delay | ",
      "owner@example.com | Delay announced | From Tuesday 15 January to Friday 1 February. ‘The cloth came late.’",
      "owner@example.com | Undone: name changed, e-mail address changed | Name: from ‘Ruth Naomi’ to ‘Ruth Moab’. E-mail address: from ‘naomi@example.com’ to ‘ruth@example.com’. | Undo",
      "The shop | E-mail: New link to the order | Waiting to be sent to ruth@example.com.",
      "owner@example.com | Name changed, E-mail address changed | Name: from ‘Ruth Moab’ to ‘Ruth Naomi’. E-mail address: from ‘ruth@example.com’ to ‘naomi@example.com’.",
      "owner@example.com | Links ended | ",
      "owner@example.com | No longer ready to post | ",
      "owner@example.com | Ready to post | ",
      "owner@example.com | Note for the parcel changed | It was ‘Ring twice’ and is now empty.",
      "owner@example.com | Phone number changed | Now ‘+447700900777’. Note for the parcel changed. Now ‘Ring twice’.",
      "owner@example.com | Town changed | From ‘Leed’ to ‘Leeds’.",
      "owner@example.com | In progress | Status from ‘Pending’ to ‘Processing’.",
      "The payment provider | Paid | £93.50.",
      "Customer | Order placed | ",
    ]
  `)
  expect(money).toMatchInlineSnapshot(`
    [
      "owner@example.com | The order was cancelled with its refund. ‘She rang’",
      "the shop | The refund failed. The card has expired or was cancelled.",
      "the shop | £5.00 was refunded in the payment provider’s dashboard.",
      "owner@example.com | The payment was marked ‘paid’.",
      "owner@example.com | The payment was marked ‘pending’.",
      "the shop | The bank decided in your favour.",
      "the shop | The customer’s bank disputes the payment.",
      "the shop | The customer’s bank disputes £93.50.",
      "the shop | The payment is yours again.",
      "the shop | £25.00 refunded in all.",
      "the shop | £20.00 refunded in all.",
      "the shop | The refund went through.",
      "the shop | The payment provider accepted the refund.",
      "owner@example.com | A refund of £20.00 was requested.",
      "owner@example.com | The order was set to ‘delivered’.",
      "owner@example.com | The order was set to ‘shipped’.",
      "owner@example.com | The order was set to ‘processing’.",
      "the shop | The order was paid.",
      "the shop | The order was placed.",
    ]
  `)
})

test('the former program writes and reads payment_state, and both programs see one state and one event', async () => {
  const ids = [randomUUID(), randomUUID(), randomUUID()]
  const run = (statement: string) => db.asService((tx) => sql.raw(statement).execute(tx))
  const both = () =>
    db.asService(async (tx) => {
      const { rows } = await sql<{ states: string[] }>`select array[provider_state, payment_state] as states
        from public.pre_orders where id = any(${ids}) order by product_name`.execute(tx)
      return rows.map(({ states }) => states)
    })
  for (const [index, column] of ['payment_state', 'provider_state'].entries())
    await run(`insert into public.pre_orders (id, product_name, product_size, product_price, final_amount, ${column})
      values ('${ids[index]}', '${index}', 'M', 10, 10, 'open')`)
  expect(await both()).toEqual([
    ['open', 'open'],
    ['open', 'open'],
  ])
  await run(`update public.pre_orders set payment_state = 'paid', order_status = 'cancelled' where id = '${ids[0]}'`)
  await run(`update public.pre_orders set provider_state = 'expired' where id = '${ids[1]}'`)
  expect(await both()).toEqual([
    ['paid', 'paid'],
    ['expired', 'expired'],
  ])
  await run(`insert into public.pre_orders (id, product_name, product_size, product_price, final_amount)
    values ('${ids[2]}', '2', 'M', 10, 10)`)
  expect((await both())[2]).toEqual(['creating', 'creating'])
  const { rows: notes } = await run(`select kind from private.order_notes where order_id = '${ids[0]}'`)
  expect(notes).toEqual([{ kind: 'refund_owed' }])
  const { rows: payments } = await run(`select facts ->> 'to' as to from private.order_events
    where order_id in ('${ids[0]}', '${ids[1]}') and kind = 'payment' order by id`)
  expect(payments).toEqual([{ to: 'paid' }, { to: 'expired' }])
  const { rows: logged } = await run(
    `select after from private.audit_log where row_id = '${ids[1]}' and action = 'update'`,
  )
  expect(logged).toEqual([{ after: { provider_state: 'expired' } }])
})

test('the events of an order die with it', async () => {
  const { id } = await db.order({ provider_state: 'expired' })
  await db.asService((tx) => tx.deleteFrom('pre_orders').where('id', '=', id).execute())
  expect(await countEvents(id)).toBe(0)
})
