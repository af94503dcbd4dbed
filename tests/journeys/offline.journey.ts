import type { Page, Route } from '@playwright/test'
import { goToPayment, keptCart, openCart } from './buyer.ts'
import { expect, test } from './shop.ts'
import { notices } from './signing.ts'

/** Runs the way to a page, waits until the browser has what the page needs without a connection, and cuts it. */
async function loseConnectionAfter(page: Page, open: () => Promise<unknown>): Promise<void> {
  const parts = ['cart-drawer', 'toast-region'].map((name) =>
    page.waitForResponse((response) => response.url().includes(`/assets/${name}-`)),
  )
  await open()
  // With the files that they import.
  for (const part of await Promise.all(parts)) await page.evaluate(async (url) => void (await import(url)), part.url())
  await page.context().setOffline(true)
}

test('without a connection adding works, the cart opens, and both say what they do', async ({ page }) => {
  await loseConnectionAfter(page, () => page.goto('/product/ruth-skirt'))
  await page.getByRole('radio', { name: '10–12', exact: true }).check()
  await page.locator('#sizes').getByRole('button', { name: 'Add to Cart' }).click()
  await expect(notices(page)).toContainText('Ruth Skirt has been added to your cart')
  expect(await keptCart(page)).toMatchObject([{ name: 'Ruth Skirt', size: '10-12', quantity: 1 }])

  // Closing it sends no request: the page stays.
  await openCart(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1, name: 'Ruth Skirt' })).toBeVisible()
  const drawer = await openCart(page)
  await expect(drawer.getByText(/^You’re offline\. Your cart is kept/)).toBeVisible()
  await expect(drawer.getByText(/^To pay/).locator('..')).toContainText('£66.50')
  await drawer.getByRole('button', { name: 'Increase quantity' }).click()
  await expect(drawer.getByText(/^To pay/).locator('..')).toContainText('£124.00')
  await drawer.getByLabel('Discount code').fill('ANY')
  await drawer.getByRole('button', { name: 'Apply' }).click()
  await expect(notices(page)).toContainText('We’ll check your code once you’re connected again.')
  await drawer.getByRole('button', { name: 'Checkout with Stripe' }).click()
  await expect(notices(page).getByText('Failed to start checkout. Please try again.')).toBeVisible()
  await expect(notices(page).getByText('You’re offline just now. Your cart is kept.')).toBeVisible()
  expect(page.context().pages()).toHaveLength(1)

  await page.context().setOffline(false)
  await expect(drawer.getByText(/^You’re offline\. Your cart is kept/)).toHaveCount(0)
  await expect(drawer.getByText(/dispatched by/)).toBeVisible()
  await goToPayment(page)
})

test('without a connection a link and Back say what is wrong, and the page stays', async ({ page }) => {
  await page.goto('/shop')
  const skirt = page.getByRole('main').getByRole('link', { name: /Ruth Skirt/ })
  await loseConnectionAfter(page, async () => {
    await skirt.first().click()
    await expect(page.getByRole('heading', { level: 1, name: 'Ruth Skirt' })).toBeVisible()
  })
  const said = notices(page).getByText('We can’t open that until you’re connected again. Your cart is kept.')
  const close = notices(page).locator('[data-front=true]').getByRole('button', { name: 'Close toast' })
  const leave = {
    link: () => page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).first().click(),
    Back: () => page.goBack(),
  }
  for (const [way, go] of Object.entries(leave)) {
    await go()
    await expect(said, way).toBeVisible()
    await expect(page.getByRole('heading', { level: 1, name: 'Ruth Skirt' })).toBeVisible()
    await expect(page).toHaveURL(/\/product\/ruth-skirt$/)
    await close.click()
    await expect(said).toBeHidden()
  }
  await page.context().setOffline(false)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).first().click()
  await expect(page).toHaveURL(/\/contact$/)
})

/** A connection that the browser believes in: its requests fail, or are never answered. */
const deadConnections = {
  'requests fail': { end: (route: Route) => route.abort('timedout') },
  'requests hang': { end: () => undefined },
}
for (const [how, { end }] of Object.entries(deadConnections)) {
  test(`on a connection that only seems alive (${how}) the page stays, says why, and tries again`, async ({ page }) => {
    const prepared = page.waitForResponse((response) => response.url().includes('/assets/without-connection-'))
    await page.goto('/size-guide')
    await page.evaluate(async (url) => void (await import(url)), (await prepared).url())
    const document = /\/faq$/
    await page.route(document, end)
    await page.route(/\.data|\/assets\/faq/, end)
    await page.getByRole('banner').getByRole('link', { name: 'FAQ' }).click()
    // One that closes fades for a moment.
    const notice = notices(page).locator('[data-front=true][data-removed=false]')
    const said = notice.getByText('We can’t reach the shop')
    await expect(said).toBeVisible({ timeout: 15_000 })
    const heading = page.getByRole('heading', { level: 1 })
    await expect(heading).toHaveText('Size Guide')
    await expect(page).toHaveURL(/\/size-guide$/)
    await notice.getByRole('button', { name: 'Try again' }).click()
    await expect(said).toBeVisible({ timeout: 15_000 })
    await expect(heading).toHaveText('Size Guide')

    // The cart opens meanwhile.
    await openCart(page)
    await page.keyboard.press('Escape')
    await page.unroute(document)
    await notice.getByRole('button', { name: 'Try again' }).click()
    await expect(page).toHaveURL(/\/faq$/)
    await expect(heading).toHaveText('FAQ')
    await expect(said).toBeHidden()
  })
}

test('a page that did not arrive opens by itself once the connection is back', async ({ page }) => {
  const prepared = page.waitForResponse((response) => response.url().includes('/assets/without-connection-'))
  await page.goto('/size-guide')
  await page.evaluate(async (url) => void (await import(url)), (await prepared).url())
  await page.route(/\.data/, (route) => route.abort('timedout'))
  await page.getByRole('banner').getByRole('link', { name: 'FAQ' }).click()
  await expect(notices(page).getByText('We can’t reach the shop')).toBeVisible()
  await page.unroute(/\.data/)
  await expect(page).toHaveURL(/\/faq$/)
  await expect(notices(page).getByText('We can’t reach the shop')).toBeHidden()
})

test('a page whose file comes too late is not opened over what is written elsewhere meanwhile', async ({ page }) => {
  const prepared = page.waitForResponse((response) => response.url().includes('/assets/without-connection-'))
  await page.goto('/size-guide')
  await page.evaluate(async (url) => void (await import(url)), (await prepared).url())
  // The file of a former version is gone; only a request to try it says so, and late.
  const [tried, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route(/\/assets\/shop\.page-/, async (route) => {
    if (route.request().method() === 'HEAD') {
      tried.resolve()
      await answered.promise
    }
    await route.fulfill({ status: 404 })
  })
  await page.getByRole('banner').getByRole('link', { name: 'Shop', exact: true }).first().click()
  await tried.promise
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).first().click()
  const message = page.getByRole('textbox', { name: 'Your message' })
  await message.fill('Could the sleeves be longer?')
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))
  answered.resolve()
  await page.waitForTimeout(1_500)
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
  await expect(message).toHaveValue('Could the sleeves be longer?')
})

test('a press right after a page has opened, without a connection, is not left without a word', async ({ page }) => {
  await page.route(/\/assets\/(?:cart-drawer|toast-region)-/, (route) => route.abort('internetdisconnected'))
  await page.goto('/size-guide')
  await page.context().setOffline(true)
  await page.getByRole('button', { name: /^Open cart/ }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'The cart didn’t open' })).toBeVisible()
  await page.context().setOffline(false)
  await page.unroute(/\/assets\/(?:cart-drawer|toast-region)-/)
  await openCart(page)
})
