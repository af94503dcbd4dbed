import type { Locator } from '@playwright/test'
import { expectAccessible, expectFits, expectSound } from './accessible.ts'
import { named, openAccount, part, signIn, signUp } from './account-holder.ts'
import { openDashboard } from './admin-people.ts'
import { bought } from './bought.ts'
import type { Order } from './buyer.ts'
import { emailTo } from './mailbox.ts'
import { expect, type ShopUnderTest, test } from './shop.ts'

// A sweep sends the e-mails that a trigger queues, every fifteen seconds.
test.setTimeout(240_000)

test('the owner refunds a part of an order, then the rest, and sees the state of each refund', async ({
  page,
  shop,
}) => {
  const order = await bought(page, shop)
  await openDashboard(page, shop)
  await page.goto(`${named(shop)}/admin/orders/${order.order_number}/money`)
  await expect(page.getByRole('heading', { level: 1, name: `Order ${order.order_number}` })).toBeVisible()
  const paid = part(page, 'Payment')
  await expect(paid).toContainText('By Miriam Okafor')
  await expect(paid.getByRole('link', { name: order.customer_email ?? '' })).toBeVisible()
  await expect(paid.locator('dt:text-is("Ruth Skirt, size 10–12") + dd')).toHaveText('£62.00')
  await expect(paid.locator('dt:text-is("Paid") + dd')).toHaveText('£66.50')
  const back = part(page, 'Refunds')
  await expect(back).toContainText('None yet.')
  await expectFits(page, [390, 1280])
  await expectAccessible(page)

  await back.getByRole('radio', { name: 'Part of it' }).check()
  for (const [typed, message] of [
    ['12.345', 'Please enter an amount in pounds, such as 12.50'],
    ['66.51', 'At most £66.50 can still be refunded.'],
  ] as const) {
    await back.getByLabel('Amount in pounds').fill(typed)
    await back.getByRole('button', { name: 'Make a refund' }).click()
    await expect(back.getByRole('alert').filter({ hasText: message })).toBeVisible()
  }
  await expect(back.getByRole('alert').filter({ hasText: 'Please choose a reason.' })).toBeVisible()
  await back.getByLabel('Amount in pounds').fill('£20')
  await expect(back).toContainText('£46.50 of the payment will be left.')
  await back.getByLabel('Reason').selectOption('Goodwill')
  await back.getByLabel('Note (optional)').fill('The hem was uneven')
  await back.getByRole('button', { name: 'Make a refund' }).press('Enter')
  const yes = back.getByRole('button', { name: 'Refund £20.00' })
  await expect(yes).toBeFocused()
  await expectFits(page, [390, 1280])
  await expectAccessible(page)
  await yes.dblclick()
  await expect(page.getByText('£20.00 is being refunded')).toBeVisible()
  const entries = back.getByRole('list', { name: 'Refunds' }).getByRole('listitem')
  await expect(entries).toHaveCount(1)
  await expect(entries.first()).toContainText('Refunded')
  await expect(entries.first()).toContainText('‘The hem was uneven’')
  await expect(paid).toContainText('Partly refunded')
  await emailTo(shop, order.customer_email ?? '', /£20\.00 of the £66\.50/)

  await back.getByRole('radio', { name: 'All that is left, £46.50' }).check()
  await back.getByLabel('Reason').selectOption('Sent back')
  await back.getByRole('button', { name: 'Make a refund' }).click()
  await back.getByRole('button', { name: 'Back' }).click()
  await back.getByRole('button', { name: 'Make a refund' }).click()
  await back.getByRole('button', { name: 'Refund £46.50' }).click()
  await expect(entries).toHaveCount(2)
  await expect(paid).toContainText('Refunded')
  await expect(back.getByRole('button', { name: 'Make a refund' })).toHaveCount(0)
  await expect(part(page, 'History')).toContainText('The payment was refunded in full.')
  await emailTo(shop, order.customer_email ?? '', /Another £46\.50 refunded for your order/)
  const cancelling = part(page, 'Cancel the order')
  await expect(cancelling).toContainText('The payment is refunded in full. Cancel the order too?')
  await expectFits(page, [390, 1280])
  await expectAccessible(page)
  await cancelling.getByRole('button', { name: 'Cancel order' }).click()
  await cancelling.getByRole('button', { name: 'Cancel the order' }).click()
  await expect(cancelling).toBeHidden()
  await expect(paid).toContainText('The order is cancelled.')
  expect(await ledgerOf(shop, order)).toEqual([{ refunded_amount: 6650, refunds: 2 }])
})

test('in an order’s details the owner refunds a part, then cancels the order and refunds the rest', async ({
  page,
  shop,
}) => {
  const order = await bought(page, shop)
  const number = order.order_number
  await openDashboard(page, shop)
  const requests: string[] = []
  page.on('request', (request) => request.url().includes('/order-money?') && requests.push(request.url()))
  await page.goto(`${named(shop)}/admin?tab=orders`)
  await page.getByRole('button', { name: `View Details of ${number}` }).click()
  const details = page.getByRole('dialog', { name: number })
  const money = details.getByRole('region', { name: 'Money', exact: true })
  const timeline = details.getByRole('region', { name: 'Timeline' })
  const summary = money.locator('summary')
  await expect(summary).toContainText('Paid')
  await expect(timeline).toContainText('Order placed')
  expect(requests).toEqual([])
  await summary.press('Enter')
  const back = money.getByRole('region', { name: 'Refunds' })
  await back.getByRole('radio', { name: 'Part of it' }).check()
  await back.getByLabel('Amount in pounds').fill('20')
  await back.getByLabel('Reason').selectOption('Goodwill')
  const give = back.getByRole('button', { name: 'Make a refund' })
  await give.press('Enter')
  const yes = back.getByRole('button', { name: 'Refund £20.00' })
  await expect(yes).toBeFocused()
  await expectSound(page)
  await yes.press('Escape')
  await expect(give).toBeFocused()
  await give.press('Enter')
  await yes.press('Enter')
  await expect(page.getByText('£20.00 is being refunded')).toBeVisible()
  await expect(back.getByRole('listitem').first()).toBeFocused()
  await expect(back.getByRole('listitem')).toContainText('Refunded')
  await expect(summary).toContainText('£20.00 of £66.50 refunded', { timeout: 3_000 })
  await expect(timeline).toContainText('£20.00')

  const cancelling = money.getByRole('region', { name: 'Cancel the order' })
  await cancelling.getByRole('button', { name: 'Cancel order' }).press('Enter')
  const paid = money.getByRole('region', { name: 'Payment' })
  await cancelling.getByRole('button', { name: 'Cancel it and refund £46.50' }).press('Enter')
  await expect(cancelling).toBeHidden()
  await expect(paid.getByRole('heading', { name: 'Payment' })).toBeFocused()
  await expect(paid).toContainText('The order is cancelled.')
  await expect(back.getByRole('listitem').first()).toContainText('Cancelled')
  await expect(details.getByLabel(`Status of ${number}`)).toHaveValue('cancelled', { timeout: 3_000 })
  await emailTo(shop, order.customer_email ?? '', /is cancelled and nothing will be sent/)
  await expect(paid).toContainText('Refunded')
  await expectSound(page)
  await details.getByRole('button', { name: 'Close' }).click()
  await expect(details).toBeHidden()
  await expect(page.getByLabel(`Status of ${number}`)).toHaveValue('cancelled')
  expect(await ledgerOf(shop, order)).toEqual([{ refunded_amount: 6650, refunds: 2 }])
})

test('a refund for a garment after a refund by amount shows what is left, and refunds no more than that', async ({
  page,
  shop,
}) => {
  const order = await bought(page, shop)
  await shop.rows(`update pre_orders set order_status = 'delivered' where id = $1`, [order.id])
  await openDashboard(page, shop)
  await page.goto(`${named(shop)}/admin/orders/${order.order_number}/money`)
  const back = part(page, 'Refunds')
  await back.getByRole('radio', { name: 'Part of it' }).check()
  await back.getByLabel('Amount in pounds').fill('20')
  await back.getByLabel('Reason').selectOption('Goodwill')
  await giveBack(back, '£20.00')
  const entries = back.getByRole('list', { name: 'Refunds' }).getByRole('listitem')
  await expect(entries.first()).toContainText('Refunded')

  await page.getByRole('button', { name: 'Refund a garment' }).click()
  const form = page
    .locator('div')
    .filter({ has: page.getByRole('heading', { name: 'Refund a garment' }) })
    .last()
  await expect(form).toContainText(
    '£20.00 of the £66.50 paid has already been refunded, by amount rather than for a garment. £46.50 is left to refund.',
  )
  await form.getByRole('checkbox', { name: 'Ruth Skirt, size 10–12' }).check()
  await expect(form).toContainText('£62.00 is what this cost.')
  const amount = form.getByLabel('Amount in pounds')
  await expect(amount).toHaveValue('46.50')
  await expectAccessible(page)
  await form.getByLabel('Reason').selectOption('Sent back')
  await amount.fill('46.51')
  await form.getByRole('button', { name: 'Refund £46.51' }).click()
  await expect(form.getByRole('alert').filter({ hasText: 'At most £46.50 can still be refunded.' })).toBeVisible()
  await amount.fill('46.50')
  const yes = form.getByRole('button', { name: 'Refund £46.50' })
  await yes.click()
  await expect(form).toContainText('It goes to the card or account used to pay, and can’t be undone.')
  await yes.click()
  await expect(entries).toHaveCount(2)
  await expect(part(page, 'Payment')).toContainText('Refunded')
  await expect.poll(() => ledgerOf(shop, order)).toEqual([{ refunded_amount: 6650, refunds: 2 }])
})

test('the page reports a lost response, and a second press makes no second refund', async ({ page, shop }) => {
  const order = await bought(page, shop)
  await openDashboard(page, shop)
  await page.goto(`${named(shop)}/admin/orders/${order.order_number}/money`)
  const back = part(page, 'Refunds')
  await back.getByRole('radio', { name: 'Part of it' }).check()
  await back.getByLabel('Amount in pounds').fill('5')
  await back.getByLabel('Reason').selectOption('Goodwill')
  await page.route('**/functions/v1/refund-order', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await giveBack(back, '£5.00')
  await expect(back.getByRole('alert').filter({ hasText: 'Press again: it’s only refunded once.' })).toBeVisible()
  await page.unroute('**/functions/v1/refund-order')
  await giveBack(back, '£5.00')
  await expect(back.getByRole('listitem').first()).toContainText('Refunded')
  expect(await ledgerOf(shop, order)).toEqual([{ refunded_amount: 500, refunds: 1 }])
})

test('a customer cancels an order before production and reads that the refund is on its way', async ({
  page,
  shop,
}) => {
  const holder = await signUp(page, shop)
  const order = await bought(page, shop, holder.email)
  await signIn(page, shop, holder)
  await openAccount(page, shop)
  const orders = part(page, 'Your orders')
  const entry = orders.getByRole('listitem', { name: order.order_number })
  await entry.getByRole('button', { name: 'Cancel this order' }).press('Enter')
  await expect(entry).toContainText('we’ll refund everything you paid, £66.50, to the card or account you paid with.')
  await expectFits(page, [390, 1280])
  await expectAccessible(page)
  await entry.getByRole('button', { name: 'Keep it' }).click()
  await expect(entry.getByRole('button', { name: 'Cancel this order' })).toBeFocused()
  await entry.getByRole('button', { name: 'Cancel this order' }).click()
  await entry.getByRole('button', { name: 'Yes, cancel it' }).dblclick()
  await expect(entry.getByRole('status')).toContainText(
    '£66.50 is on its way back to the card or account you paid with.',
  )
  await expect(entry).toContainText('This order is cancelled and nothing will be sent.')
  await expect(entry.getByRole('button', { name: /ancel/ })).toHaveCount(0)
  await expectFits(page, [390, 1280])
  await expectAccessible(page)
  await emailTo(shop, holder.email, /is cancelled and nothing will be sent/)
  await emailTo(shop, holder.email, /£66\.50 refunded for your order/)
  expect(await ledgerOf(shop, order)).toEqual([{ refunded_amount: 6650, refunds: 1 }])
})

test('once production has started, the customer gets an explanation and nothing is cancelled', async ({
  page,
  shop,
}) => {
  const holder = await signUp(page, shop)
  const order = await bought(page, shop, holder.email)
  await signIn(page, shop, holder)
  await openAccount(page, shop)
  const entry = part(page, 'Your orders').getByRole('listitem', { name: order.order_number })
  await entry.getByRole('button', { name: 'Cancel this order' }).click()
  await shop.rows(`update pre_orders set order_status = 'processing' where id = $1`, [order.id])
  await entry.getByRole('button', { name: 'Yes, cancel it' }).click()
  await expect(entry.getByRole('alert').filter({ hasText: 'We’ve started making it' })).toBeVisible()
  await expect(entry).toContainText('We’re cutting and sewing it.')
  await expectAccessible(page)
  await page.reload()
  await expect(entry).toContainText('We’re cutting and sewing it.')
  await expect(entry.getByRole('button', { name: 'Cancel this order' })).toHaveCount(0)
})

async function giveBack(back: Locator, amount: string): Promise<void> {
  await back.getByRole('button', { name: 'Make a refund' }).click()
  await back.getByRole('button', { name: `Refund ${amount}` }).click()
}

/** The provider's ledger entry for an order. */
function ledgerOf(shop: ShopUnderTest, { id }: Order): Promise<{ refunded_amount: number; refunds: number }[]> {
  return shop.rows(
    `select refunded_amount, (select count(*)::int from jsonb_object_keys(refunds)) as refunds
       from private.test_payment_sessions where order_id = $1 and status = 'complete'`,
    [id],
  )
}
