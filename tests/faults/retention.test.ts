import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { applyRetention } from '#operations/retention/apply-retention.ts'
import { buyer } from '#tests/fixtures/buyer.ts'
import { checkoutShop, itemOf } from '#tests/fixtures/checkout-shop.ts'
import { findTexts } from '#tests/fixtures/find-texts.ts'
import { oldCustomerTexts, type RetentionShop, retentionShop } from '#tests/fixtures/retention-shop.ts'

/** Orders of eight years ago with their e-mails, old unpaid checkouts, events and entries of the log. */
async function fill(shop: RetentionShop, orders: number): Promise<void> {
  for (let n = 0; n < orders; n += 1) {
    const { id } = await shop.oldOrder('8 years')
    await shop.rows(
      `insert into private.outbox (kind, cause, order_id, recipient, message_id, state, created_at)
        values ('order_confirmation', $1::text, $1::uuid, 'zillah@example.com', 'm', 'sent', public.shop_now() - interval '8 years')`,
      [id],
    )
  }
  await shop.rows(
    `insert into public.pre_orders (order_number, product_name, product_size, product_price, final_amount, provider_state, created_at)
      select 'OLD-' || n, 'Mary Dress', '8-10', 89, 89, 'expired', public.shop_now() - interval '1 year' from generate_series(1, $1) n`,
    [orders],
  )
  await shop.rows(
    `insert into private.payment_events (id, provider, type, received_at, handled_at)
      select 'old' || n, 'test', 'a', public.shop_now() - interval '3 years', now() from generate_series(1, $1) n`,
    [orders * 5],
  )
  await shop.rows(
    `insert into private.audit_log (at, table_name, row_id, action, ip)
      select public.shop_now() - interval '3 years', 'settings', 'banner', 'update', '203.0.113.9' from generate_series(1, $1) n`,
    [orders * 5],
  )
}

/** What is old and still there. */
async function leftOver({ rows }: RetentionShop): Promise<number> {
  const [row] = await rows<{
    n: number
  }>(`select ((select count(*) from public.pre_orders where customer_name = 'Zillah Tubal')
    + (select count(*) from public.pre_orders where order_number like 'OLD-%') + (select count(*) from private.payment_events where id like 'old%')
    + (select count(*) from private.audit_log where at < public.shop_now() - interval '2 years'))::int as n`)
  return row?.n ?? -1
}

test('purchases go on while old data is deleted by two runs at once: none fails, is lost or has one e-mail too many', async () => {
  await using old = await retentionShop()
  await fill(old, 60)
  await using shop = await checkoutShop({ db: { ...old.db, [Symbol.asyncDispose]: () => Promise.resolve() } })
  const product = await shop.db.product()

  async function buy(): Promise<string> {
    const { status, body } = await shop.press({ items: [itemOf(product)], cartId: randomUUID() })
    expect([status, body]).toEqual([200, expect.objectContaining({ sessionId: expect.any(String) })])
    const sessionId = body.sessionId ?? ''
    await shop.pay(sessionId)
    await shop.runJobs()
    return sessionId
  }

  const cleaning = Promise.all([1, 2].map(() => applyRetention(old, { most: 8 })))
  const sessions: string[] = []
  for (let n = 0; n < 12; n += 1) sessions.push(await buy())
  await cleaning
  expect(await leftOver(old)).toBe(0)
  for (const session of sessions) {
    expect(await shop.order(session)).toMatchObject({ payment_status: 'paid', customer_email: buyer.email })
  }
  const emails = await old.rows(
    `select cause, count(*)::int as n from private.outbox where kind = 'order_confirmation' and recipient = $1 group by cause`,
    [buyer.email],
  )
  expect(emails.map((row) => (row as { n: number }).n)).toEqual(sessions.map(() => 1))
})

test('a run that is killed leaves each order whole or forgotten, and the next one finishes', async () => {
  await using shop = await retentionShop()
  await fill(shop, 40)
  const before = await leftOver(shop)
  const started: ChildProcess[] = []
  for (const batches of [1, 3, 6, 10]) {
    const child = spawn(process.execPath, ['tests/faults/retention-program.ts', shop.db.connectionString], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    started.push(child)
    let lines = 0
    child.stdout?.on('data', (data: Buffer) => {
      lines += String(data).split('\n').length - 1
      if (lines >= batches) child.kill('SIGKILL')
    })
    await once(child, 'exit')
    const halves = await shop.rows(
      `select o.id from public.pre_orders o where o.order_status = 'delivered' and (o.customer_name is null) <> (
        not exists (select from private.outbox w where w.order_id = o.id)
        and not exists (select from private.audit_log a where a.row_id = o.id::text and strpos(a.after::text, 'Zillah') > 0))`,
    )
    expect(halves).toEqual([])
  }
  expect(started.some(({ signalCode }) => signalCode === 'SIGKILL')).toBe(true)
  expect(await leftOver(shop)).toBeLessThan(before)
  await applyRetention(shop)
  expect(await leftOver(shop)).toBe(0)
  expect(await findTexts(shop.db.pool, oldCustomerTexts)).toEqual([])
})
