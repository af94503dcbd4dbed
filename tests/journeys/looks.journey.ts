import { expect, type Page, test } from '@playwright/test'
import { owner } from '#tests/fixtures/shop-copy.ts'
import { addOrder, signIn } from './account-holder.ts'
import { withAnotherShop } from './another-shop.ts'
import { expectApproved } from './approved-pictures.ts'
import { openCart } from './buyer.ts'
import type { ShopUnderTest } from './shop.ts'

const windows = { phone: { width: 390, height: 1100 }, desk: { width: 1280, height: 900 } } as const

const pages = {
  home: '/',
  shop: '/shop',
  garment: '/product/mary-dress',
  'size-guide': '/size-guide',
  'pre-order': '/pre-order',
  faq: '/faq',
  'sign-in': '/login',
}
const byNight = ['home', 'garment', 'sign-in']

test.setTimeout(300_000)

// A separate shop: purchases and changes of other journeys would appear in the screenshots.
test('the pages match their approved screenshots on a phone and a desktop, in light and dark mode', async ({
  page,
}) => {
  await withAnotherShop({}, async (url, rows) => {
    for (const [device, size] of Object.entries(windows)) {
      await page.setViewportSize(size)
      for (const [name, path] of Object.entries(pages)) await lookAt(page, `${url}${path}`, `${name}.${device}`)
      await page.emulateMedia({ colorScheme: 'dark' })
      for (const name of byNight) {
        await lookAt(page, `${url}${pages[name as keyof typeof pages]}`, `${name}.${device}.night`)
      }
      await page.emulateMedia({ colorScheme: 'light' })
    }
    await lookAtCart(page, url)
    await lookAtOrders(page, { url, rows })
  })
})

async function lookAt(page: Page, url: string, name: string): Promise<void> {
  expect((await page.goto(url))?.status(), url).toBe(200)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectApproved(page, name)
}

async function lookAtCart(page: Page, url: string): Promise<void> {
  for (const [device, size] of Object.entries(windows)) {
    await page.setViewportSize(size)
    await page.goto(`${url}/product/anna-linen-dress`)
    await page.evaluate(() => localStorage.removeItem('tkw-cart'))
    await page.reload()
    await page.getByRole('radio', { name: '10–12', exact: true }).check()
    await page.locator('#sizes').getByRole('button', { name: 'Add to Cart' }).click()
    await expect(page.getByText('has been added to your cart')).toBeVisible()
    await page.reload()
    // With the dates, which a request brings, not before it.
    await expect(await openCart(page)).toContainText('Klarna available')
    await expectApproved(page, `cart.${device}`)
  }
}

async function lookAtOrders(page: Page, shop: ShopUnderTest): Promise<void> {
  await addOrder(shop, { email: 'ruth@example.com', number: 'TKW-AAAAAA' })
  const sent = ", order_status = 'shipped', tracking_number = 'AA123456785GB', shipped_at = now()"
  await addOrder(shop, { email: 'naomi@example.com', number: 'TKW-BBBBBB', more: sent })
  await signIn(page, shop, owner)
  for (const [device, size] of Object.entries(windows)) {
    await page.setViewportSize(size)
    await page.goto(`${shop.url}/admin?tab=orders`)
    await expect(page.getByRole('checkbox', { name: 'Choose TKW-BBBBBB' })).toBeVisible()
    await expectApproved(page, `orders.${device}`)
  }
}
