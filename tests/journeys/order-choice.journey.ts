import type { Page } from '@playwright/test'
import { expectAccessible, expectFits } from './accessible.ts'
import { keyOf, named, signUpAt } from './account-holder.ts'
import { bought } from './bought.ts'
import { ordersOf } from './buyer.ts'
import { emailTo } from './mailbox.ts'
import { expect, type ShopUnderTest, test } from './shop.ts'

test('the link in its e-mail keeps a delayed order once, and the order stays kept', async ({ page, shop }) => {
  const { order, keep, days } = await delayedOrder(page, shop)
  await page.goto(keep)
  await expect(page.getByRole('heading', { level: 1, name: 'Will you wait?' })).toBeVisible()
  // The page emphasises the answer chosen in the e-mail.
  await expect(page.getByRole('button', { name: 'Keep my order' })).toHaveCSS('background-color', 'rgb(107, 39, 55)')
  const main = page.getByRole('main')
  await expect(main).toContainText(`Miriam, your order ${order.order_number}`)
  await expect(main).toContainText('Ruth Skirt, size 10–12')
  await expect(main).toContainText('The cloth came late.')
  for (const day of days) await expect(main).toContainText(day)
  for (const hers of ['Okafor', 'Chapel Lane', 'LS1', '£', '@example.com', '07700']) {
    await expect(main).not.toContainText(hers)
  }
  await expectAccessible(page)
  await expectFits(page)
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Keep my order' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Thank you for waiting' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Thank you for waiting' })).toBeVisible()
  await expect(page.getByRole('button', { name: /Cancel and refund|Keep my order/ })).toHaveCount(0)
  expect(await ordersOf(shop, order.customer_email ?? '')).toMatchObject([{ provider_state: 'paid' }])
})

test('opening the link changes nothing; cancelling refunds the order and confirms it by e-mail', async ({
  page,
  shop,
  request,
}) => {
  const { order, cancel } = await delayedOrder(page, shop)
  const email = order.customer_email ?? ''
  const looked = await request.get(cancel)
  expect(looked.headers()).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
  })
  await page.goto(cancel)
  await expect(page.getByRole('button', { name: 'Cancel and refund' })).toBeVisible()
  expect(await ordersOf(shop, email)).toMatchObject([{ provider_state: 'paid' }])

  await page.getByRole('button', { name: 'Cancel and refund' }).dblclick()
  await expect(page.getByRole('heading', { level: 1, name: 'It is cancelled' })).toBeVisible()
  await expectFits(page)
  await expectAccessible(page)
  await emailTo(shop, email, /refunded for your order/)
  expect(await ordersOf(shop, email)).toMatchObject([{ provider_state: 'refunded', notes_open: 0 }])
})

test('the page reports a press that does not reach the shop, and the next press counts', async ({ page, shop }) => {
  const { keep } = await delayedOrder(page, shop)
  await page.goto(keep)
  await page.route('**/functions/v1/answer-delay', (route) => route.abort())
  await page.getByRole('button', { name: 'Keep my order' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'didn’t reach us' })).toBeVisible()
  await expectAccessible(page)
  await page.unroute('**/functions/v1/answer-delay')
  await page.getByRole('button', { name: 'Keep my order' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Thank you for waiting' })).toBeVisible()
})

test('after the dispatch, or with an invalid link, the page explains why nothing changes', async ({ page, shop }) => {
  const { order, keep } = await delayedOrder(page, shop)
  await shop.rows(`update pre_orders set order_status = 'processing' where id = $1`, [order.id])
  await page.goto(keep)
  await expect(page.getByRole('heading', { level: 1, name: 'We’ve started' })).toBeVisible()
  await expectFits(page)
  await expectAccessible(page)
  await shop.rows(`update pre_orders set order_status = 'shipped' where id = $1`, [order.id])
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'It has left us' })).toBeVisible()
  for (const path of ['/order-choice', '/order-choice?token=x', `/order-choice?token=${'A'.repeat(52)}`]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: 'This link is incomplete' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Keep my order' })).toHaveCount(0)
  }
  await expectAccessible(page)
})

/** A skirt that was bought and paid for and that an administrator delayed, with the links of the e-mail. */
async function delayedOrder(page: Page, shop: ShopUnderTest) {
  const email = `${crypto.randomUUID().slice(0, 8)}@example.com`
  const order = await bought(page, shop, email)
  const [day] = await shop.rows<{ to: string; days: string[] }>(
    `select (dispatch_by + 20)::text as to,
       array[to_char(dispatch_by, 'FMDay FMDD FMMonth'), to_char(dispatch_by + 20, 'FMDay FMDD FMMonth')] as days
     from pre_orders where customer_email = $1`,
    [email],
  )
  await announceDelay(page, shop, { order_number: order.order_number, dispatch_by: day?.to })
  // It waits a minute for an undo.
  await shop.rows(`update private.outbox set next_attempt_at = now() where kind = 'order_delayed' and recipient = $1`, [
    email,
  ])
  const message = await emailTo(shop, email, /order-choice\?token=/)
  const choice = onSite(/https?:\/\/\S+\/order-choice\?token=[\w-]+/.exec(message.text)?.[0] ?? '', shop)
  return { order, keep: `${choice}#keep`, cancel: `${choice}#cancel`, days: day?.days ?? [] }
}

async function announceDelay(page: Page, shop: ShopUnderTest, delay: object): Promise<void> {
  const owner = await signUpAt(page, shop)
  await shop.rows(`insert into user_roles (user_id, role) select id, 'admin' from auth.users where email = $1`, [
    owner.email,
  ])
  const headers = { apikey: await keyOf(page.request, shop) }
  const signedIn = await page.request.post(`${named(shop)}/auth/v1/token?grant_type=password`, { headers, data: owner })
  const { access_token } = await signedIn.json()
  const announced = await page.request.post(`${named(shop)}/functions/v1/announce-delay`, {
    headers: { ...headers, Authorization: `Bearer ${access_token}` },
    data: { ...delay, reason: 'The cloth came late.' },
  })
  expect(announced.status()).toBe(200)
}

/** Links in e-mails use SITE_URL; the test opens the page at this shop's URL. */
function onSite(link: string, shop: ShopUnderTest): string {
  const { pathname, search } = new URL(link)
  return shop.url + pathname + search
}
