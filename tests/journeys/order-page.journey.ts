import { expectAccessible, expectFits } from './accessible.ts'
import { bought } from './bought.ts'
import { ordersOf } from './buyer.ts'
import { letterTo } from './letters.ts'
import { expect, type ShopUnderTest, test } from './shop.ts'

/** Links in e-mails use SITE_URL; the test opens the page at this shop's URL. */
async function linkOf(shop: ShopUnderTest, email: string): Promise<string> {
  const { text } = await letterTo(shop, email, /\/order\/[\w-]{48}/)
  return shop.url + (/\/order\/[\w-]{48}/.exec(text)?.[0] ?? '')
}

test('the link in the confirmation opens the order without an account, and cancels it', async ({
  page,
  shop,
  request,
}) => {
  const order = await bought(page, shop)
  const email = order.customer_email ?? ''
  const link = await linkOf(shop, email)
  const looked = await request.get(link)
  expect(looked.headers()).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
  })

  await page.goto(link)
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 })).toContainText(order.order_number)
  await expect(main.getByRole('listitem').filter({ hasText: 'Received' })).toHaveAttribute('aria-current', 'step')
  await expect(main).toContainText('Ruth Skirt')
  await expectFits(page)
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectFits(page)
  await expectAccessible(page)

  await main.getByRole('button', { name: /^Cancel this order/ }).click()
  await main.getByRole('button', { name: 'Yes, cancel it' }).click()
  await expect(main.getByText('Cancelled', { exact: true })).toBeVisible()
  await expect(main.getByRole('heading', { level: 1 })).toBeFocused()
  await letterTo(shop, email, /is cancelled/)
  expect(await ordersOf(shop, email)).toMatchObject([{ order_status: 'cancelled' }])
})

test('a link that opens no order says why, and how to go on', async ({ page, shop }) => {
  for (const token of ['x', 'A'.repeat(48)]) {
    await page.goto(`${shop.url}/order/${token}`)
    await expect(page.getByRole('heading', { level: 1, name: 'This link does not open' })).toBeVisible()
  }
  await expectAccessible(page)
  const order = await bought(page, shop)
  const link = await linkOf(shop, order.customer_email ?? '')
  await shop.rows(
    `update pre_orders set order_status = 'shipped', shipped_at = now() - interval '120 days' where id = $1`,
    [order.id],
  )
  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1, name: 'This page has closed' })).toBeVisible()
  await expectAccessible(page)
  await expectFits(page)
})
