import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { formatShortWeekday } from '../../src/base/calendar-day.ts'
import { shopDate } from '../../src/base/shop-clock.ts'
import { expectAccessible, expectFits } from './accessible.ts'
import { openDashboard } from './admin-people.ts'
import { expect, type ShopUnderTest, test } from './shop.ts'

/** Creates an order and pays it on its payment page. Returns its number and the page's id. */
async function sell(shop: ShopUnderTest, name: string): Promise<{ id: string; number: string; sessionId: string }> {
  const [garment] = await shop.rows<{ id: string; name: string; price: string; sizes: string[] }>(
    `select id, name, price, sizes from products where active and not is_preorder order by name limit 1`,
  )
  const item = { ...garment, price: Number(garment?.price), size: garment?.sizes[0], quantity: 1, imageUrl: null }
  const pressed = await fetch(`${shop.url}/functions/v1/create-stripe-checkout`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ items: [item], cartId: randomUUID() }),
  })
  const { sessionId } = (await pressed.json()) as { sessionId: string }
  const form = { email: `${randomUUID()}@example.com`, name, phone: '', address: '1 Barley Row', city: 'Leeds' }
  const card = { card: '4242 4242 4242 4242', expiry: '12 / 44', cvc: '123', delivery: 'tracked-48' }
  await fetch(`${shop.url}/test-payment/${sessionId}`, {
    method: 'POST',
    body: new URLSearchParams({ ...form, postcode: 'LS1 4AP', country: 'GB', ...card }),
    redirect: 'manual',
  })
  const order = () =>
    shop.rows<{ id: string; order_number: string; provider_state: string }>(
      'select id, order_number, provider_state from pre_orders where payment_session_id = $1',
      [sessionId],
    )
  await expect.poll(async () => (await order())[0]?.provider_state).toBe('paid')
  const [sold] = await order()
  return { id: sold?.id ?? '', number: sold?.order_number ?? '', sessionId }
}

/** Pays the same order on a second page. */
async function payAgain(shop: ShopUnderTest, sessionId: string): Promise<void> {
  await shop.rows(
    `insert into private.test_payment_sessions (id, idempotency_key, request, order_id, amount_subtotal, amount_discount,
       amount_total, delivery_service, status, payment_status, customer, expires_at, completed_at)
     select $1, $1, request, order_id, amount_subtotal, amount_discount, amount_total, delivery_service, status,
       payment_status, customer, expires_at, completed_at from private.test_payment_sessions where id = $2`,
    [`cs_test_${randomUUID().replaceAll('-', '')}`, sessionId],
  )
}

test('a sentence reports whether orders and payments agree; a button repairs a discrepancy', async ({ page, shop }) => {
  await openDashboard(page, shop)
  await shop.rows('delete from private.payment_discrepancies')
  const ruth = await sell(shop, 'Ruth Moab')
  await page.getByRole('link', { name: 'Money' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Money' })).toBeVisible()
  await page.getByRole('button', { name: 'Check now' }).click()
  await expect(page.getByRole('heading', { level: 2, name: /^Everything matched .+: \d+ payments?, £/ })).toBeVisible()
  await expect(page.getByText('This is a rehearsal: no real money moves.')).toBeVisible()
  await expectFits(page, [390, 1280])
  await expectAccessible(page)

  const paid = page.getByRole('region', { name: 'Refund or cancel an order' })
  await paid.getByLabel('Order number, name or e-mail').fill('ruth mo')
  await expect(paid.getByRole('link', { name: ruth.number })).toHaveAttribute(
    'href',
    `/admin/orders/${ruth.number}/money`,
  )
  await paid.getByLabel('Order number, name or e-mail').fill('nobody at all')
  await expect(paid.getByText('No paid orders match.')).toBeVisible()

  await payAgain(shop, ruth.sessionId)
  await page.getByRole('button', { name: 'Check now' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'One thing needs your attention' })).toBeVisible()
  await expect(
    page
      .getByRole('link', { name: 'Money One thing needs your attention' })
      .or(page.getByText('1 thing needs your attention')),
  ).toBeVisible()
  const group = page.getByRole('region', { name: 'Refunds to make' })
  await expect(group.getByRole('heading', { level: 3 })).toHaveText(`Ruth Moab, ${ruth.number}`)
  await expect(group.getByRole('link', { name: ruth.number })).toHaveAttribute(
    'href',
    `/admin/orders/${ruth.number}/money`,
  )

  await group.getByRole('button', { name: /^Refund the second payment/ }).focus()
  await page.keyboard.press('Enter')
  await expect(group.getByText('can’t be undone')).toBeVisible()
  await expectAccessible(page)
  await group.getByLabel('Note for yourself').fill('She pressed twice')
  await page.keyboard.press('Enter')
  await expect(page.getByText('The refund is on its way')).toBeVisible()
  const result = page.getByRole('heading', { level: 2, name: /^Everything matched/ })
  await expect(result).toBeVisible()
  await expect(result).toBeFocused()
  const refunds = () => shop.rows('select amount, reason, note from private.refunds where order_id = $1', [ruth.id])
  expect(await refunds()).toEqual([{ amount: expect.any(String), reason: 'duplicate', note: 'She pressed twice' }])

  await page.getByRole('button', { name: 'Check now' }).click()
  await expect(page.getByRole('button', { name: 'Checking…' })).toBeHidden()
  await expect(result).toBeVisible()
  await page.getByText('Recently resolved').click()
  await expect(page.getByText(/^(Refunded by|Refund requested by) /).first()).toBeVisible()
  expect(await refunds()).toHaveLength(1)
})

test('an order set to paid by hand is listed until the owner enters how it was paid', async ({ page, shop }) => {
  await openDashboard(page, shop)
  await shop.rows('delete from private.payment_discrepancies')
  const leah = await sell(shop, 'Leah Laban')
  await shop.rows(
    `update pre_orders set provider_state = 'expired', paid_at = null, payment_session_id = null where id = $1`,
    [leah.id],
  )
  await shop.rows('delete from private.test_payment_sessions where id = $1', [leah.sessionId])
  await page.getByRole('link', { name: /^Money/ }).click()
  await page.getByRole('button', { name: 'Check now' }).click()
  const group = page.getByRole('region', { name: 'Marked as paid, no payment found' })
  await expect(group.getByText('no card payment came in')).toBeVisible()
  await expect(page.getByText('1 thing needs your attention')).toBeAttached()
  await group.getByRole('button', { name: /^Paid another way/ }).click()
  await group.getByLabel('What happened').fill('In cash, at the market')
  await group.getByRole('button', { name: 'Confirm' }).click()
  await expect(group).toBeHidden()
  await page.getByText('Recently resolved').click()
  await expect(page.getByText('In cash, at the market')).toBeVisible()
})

test('every kind of discrepancy has its text, and open disputes come first with their remaining days', async ({
  page,
  shop,
}) => {
  await openDashboard(page, shop)
  await shop.rows('delete from private.payment_discrepancies')
  const order = await sell(shop, 'Hannah Ramah')
  await addFindings(shop, order.id)
  await page.getByRole('link', { name: /^Money/ }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Ten things need your attention' })).toBeVisible()
  const regions = page.getByRole('main').getByRole('region')
  await expect(regions.nth(1)).toHaveAccessibleName('Disputes')
  await expect(regions.nth(1).getByText(/^[3-5] days left$/)).toBeVisible()
  await expectFits(page, [390, 1280])
  await expectAccessible(page)

  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: /^Download the evidence/ }).click()
  const saved = await saving
  expect(saved.suggestedFilename()).toBe(`evidence-${order.number}.html`)
  await shop.rows('delete from private.payment_discrepancies')
})

test('when the shop or the provider is unreachable, the page says so and keeps its data', async ({ page, shop }) => {
  await openDashboard(page, shop)
  await shop.rows('delete from private.payment_discrepancies')
  await shop.rows(
    `insert into private.reconciliation_runs (since, until, started_at, finished_at, failure)
     values (shop_now() - interval '35 days', shop_now(), shop_now() + interval '1 second', shop_now() + interval '1 second', 'The payment provider did not respond.')`,
  )
  await page.getByRole('link', { name: /^Money/ }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'No known problems' })).toBeVisible()
  await expect(page.getByText('The payment provider did not respond.').first()).toBeVisible()
  await expectFits(page, [390, 1280])
  await expectAccessible(page)
  await page.route('**/functions/v1/money-run', (route) => route.abort())
  await page.getByRole('button', { name: 'Check now' }).click()
  await expect(page.getByText('Check failed', { exact: true })).toBeVisible()
  await page.route('**/functions/v1/money', (route) => route.abort())
  await page.reload()
  await expect(page.getByRole('alert').getByText('The payments couldn’t be loaded')).toBeVisible()
  await page.unroute('**/functions/v1/money')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'No known problems' })).toBeVisible()
  await shop.rows(`delete from private.reconciliation_runs where failure is not null`)
})

async function addFindings(shop: ShopUnderTest, orderId: string): Promise<void> {
  const kinds: [string, { ours?: number; theirs?: number; facts?: object; isGone?: boolean }][] = [
    ['open_dispute', { ours: 93.5, theirs: 93.5, facts: { status: 'needs_response', reason: 'product_not_received' } }],
    ['paid_without_order', { theirs: 68, isGone: true }],
    ['paid_twice', { ours: 93.5, theirs: 93.5, facts: { leftPence: 9_350 } }],
    [
      'different_amount',
      { ours: 103.5, theirs: 93.5, facts: { kind: 'goods_differ', paidPence: 8_900, duePence: 9_900 } },
    ],
    ['refund_not_recorded', { ours: 0, theirs: 10 }],
    ['refund_owed', { ours: 93.5 }],
    ['refund_failed', { ours: 12, facts: { failure: 'The account is closed.' } }],
    ['order_without_payment', { ours: 93.5 }],
    ['paid_by_hand', { ours: 93.5, facts: { at: new Date().toISOString() } }],
    ['fraud_warning', { facts: { warning: 'made_with_stolen_card' } }],
  ]
  for (const [kind, { ours = null, theirs = null, facts = {}, isGone = false }] of kinds) {
    await shop.rows(
      `insert into private.payment_discrepancies (key, kind, order_id, session_id, ours, theirs, facts, respond_by)
       values ($1 || ':' || gen_random_uuid(), $1, $2, 'cs_test_sample', $3, $4, $5,
         case when $1 = 'open_dispute' then now() + interval '4 days 3 hours' end)`,
      [kind, isGone ? null : orderId, ours, theirs, JSON.stringify(facts)],
    )
  }
}

const inPounds = (pence: number) =>
  new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' }).format(pence / 100)

test.describe('at 390 px', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('a tax year by quarters, with a refund on its own day, and the file for the accountant has the same sums', async ({
    page,
    shop,
  }) => {
    await openDashboard(page, shop)
    const { id, sessionId } = await sell(shop, 'Ruth Moab')
    // Paid in one tax year, refunded in the next, which is today's.
    const today = shopDate(new Date())
    const year = Number(today.slice(0, 4)) - (today.slice(5) >= '04-06' ? 0 : 1)
    const taxYear = (start: number) => `Tax year ${start}/${String(start + 1).slice(2)}`
    await shop.rows(
      `update pre_orders set paid_at = $2::timestamptz, created_at = $2::timestamptz - interval '10 minutes' where id = $1`,
      [id, `${year}-03-30T10:00:00Z`],
    )
    await shop.rows(
      `insert into private.refunds (order_id, session_id, amount, state, source, requested_at, settled_at, next_attempt_at)
       values ($1, $2, 12.5, 'succeeded', 'provider', $3, $3, null)`,
      [id, sessionId, `${year}-04-07T10:00:00Z`],
    )
    await page.getByRole('link', { name: 'Money' }).click()
    const figures = page.getByRole('region', { name: 'In and out' })
    await figures.getByLabel('Period').selectOption({ label: taxYear(year) })
    await expect(figures.getByText(`6 April ${year} to 5 April ${year + 1}`)).toBeVisible()
    const table = figures.getByRole('table')
    await expect(table.getByRole('rowheader')).toHaveText([
      /^6 Apr to 5 Jul/,
      /^6 Jul to 5 Oct/,
      /^6 Oct to 5 Jan/,
      /^6 Jan to 5 Apr/,
    ])
    await expect(table.getByRole('row').nth(1)).toContainText('£12.50')
    await expectFits(page, [390, 1280])
    await expectAccessible(page)

    const download = page.waitForEvent('download')
    await figures.getByRole('button', { name: 'Export for the accountant' }).click()
    const file = await download
    expect(file.suggestedFilename()).toBe(`money-${year}-04-06-to-${year + 1}-04-05.csv`)
    const rows = (await readFile(await file.path(), 'utf8'))
      .trim()
      .split('\r\n')
      .map((line) => line.split(','))
    const amounts = (kind: string) => rows.filter((row) => row[1] === kind).map((row) => Number(row.at(-2)))
    const sum = (kind: string) => Math.abs(amounts(kind).reduce((total, amount) => total + Math.round(amount * 100), 0))
    const shown = (name: string) =>
      figures
        .locator('dl > div')
        .filter({ has: page.getByText(name, { exact: true }) })
        .locator('dd')
    await expect(shown('paid')).toHaveText(inPounds(sum('payment')))
    await expect(shown('refunded')).toHaveText(inPounds(sum('refund')))

    await figures.getByLabel('Period').selectOption({ label: taxYear(year - 1) })
    await expect(table.getByRole('row').nth(4)).toContainText('1 payment')
    await figures.getByLabel('Period').selectOption({ label: `March ${year}` })
    await expect(
      figures.getByRole('rowheader', { name: new RegExp(`^${formatShortWeekday(`${year}-03-30`)}`) }),
    ).toBeVisible()
    await shop.rows('delete from private.refunds where order_id = $1', [id])
    await shop.rows('update pre_orders set paid_at = now(), created_at = now() where id = $1', [id])
  })
})
