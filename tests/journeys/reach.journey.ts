import type { Page } from '@playwright/test'
import { expectFits } from './accessible.ts'
import { named } from './account-holder.ts'
import { openDashboard } from './admin-people.ts'
import { backOfficePages } from './back-office-pages.ts'
import { bought } from './bought.ts'
import { declined, keptCart, payCard } from './buyer.ts'
import { publicPages } from './public-pages.ts'
import { expect, test } from './shop.ts'
import { tabTo } from './signing.ts'

test.setTimeout(240_000)

test('a keyboard user finds a product, chooses a size, opens the cart, starts a payment and returns', async ({
  page,
}) => {
  await page.goto('/')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await tabTo(page, 'Shop')
  await page.keyboard.press('Enter')
  // Screen readers announce the new page and continue from its heading.
  await expect(page.getByRole('heading', { level: 1, name: 'Shop' })).toBeFocused()
  await expect(page).toHaveTitle(/^Shop/)

  const garment = page.getByRole('main').getByRole('link', { name: /Ruth Skirt/ })
  await pressTabUntil(page, async () => garment.evaluate((link) => link === document.activeElement))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Ruth Skirt' })).toBeFocused()
  const size = page.getByRole('radio', { name: '8–10', exact: true })
  await pressTabUntil(page, () => size.evaluate((radio) => radio === document.activeElement))
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: '10–12', exact: true })).toBeChecked()
  await tabTo(page, 'Add to Cart')
  await expectSeenWhole(page)
  await page.keyboard.press('Enter')
  await expect(page.getByText('has been added to your cart')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add to Cart' })).toBeFocused()

  const cart = page.getByRole('button', { name: 'Open cart, 1 item' })
  await pressTabUntil(page, () => cart.evaluate((button) => button === document.activeElement))
  await page.keyboard.press('Enter')
  const drawer = page.getByRole('dialog', { name: 'Your Cart' })
  await expect(drawer).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await expect(cart).toBeFocused()
  await page.keyboard.press('Enter')
  await tabTo(page, 'Checkout with Stripe')
  await expectSeenWhole(page)
  const opening = page.waitForEvent('popup')
  await page.keyboard.press('Enter')
  const payment = await opening
  await payment.waitForURL(/\/test-payment\//)
  await payCard(payment, declined)
  await expect(payment.getByRole('alert').first()).toBeVisible()
  await tabTo(payment, 'Cancel')
  await payment.keyboard.press('Enter')
  await expect(payment.getByRole('button', { name: 'Open cart, 1 item' })).toBeVisible()
  expect(await keptCart(page)).toHaveLength(1)
})

test('every page, the back office included, fits 320 px, and a phone and a desktop at twice the text size', async ({
  page,
  shop,
}) => {
  const { order_number: paid } = await bought(page, shop)
  await openDashboard(page, shop)
  for (const path of [...publicPages, '/login', '/account', ...backOfficePages, `/admin/orders/${paid}/money`]) {
    await page.goto(`${named(shop)}${path}`, { waitUntil: 'domcontentloaded' })
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectAllThere(page)
    await test.step(path, () => expectFits(page, [320]))
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
    await test.step(`${path} with large text`, () => expectFits(page, [390, 1280]))
  }
})

test('under reduced motion nothing moves', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const path of ['/', '/shop', '/product/mary-dress', '/pre-order']) {
    await page.goto(path, { waitUntil: 'networkidle' })
    const moving = await page.evaluate(() =>
      document
        .getAnimations()
        .filter(({ playState, effect }) => playState === 'running' && Number(effect?.getTiming().duration) > 50)
        .map(({ effect }) => (effect as KeyframeEffect).target?.outerHTML.slice(0, 200)),
    )
    expect(moving, path).toEqual([])
  }
})

/** Loads lazy sections and opens collapsed ones, so that they can be measured. */
async function expectAllThere(page: Page): Promise<void> {
  await expect(page.locator('[role="status"] > [aria-hidden="true"]')).toHaveCount(0)
  await page.evaluate(() => {
    for (const folded of document.querySelectorAll('main details')) folded.setAttribute('open', '')
  })
}

async function pressTabUntil(page: Page, isThere: () => Promise<boolean>): Promise<void> {
  for (let presses = 0; presses < 150; presses += 1) {
    await page.keyboard.press('Tab')
    if (await isThere()) return
  }
  throw new Error('Out of reach of the keyboard')
}

/** The focused element is visible, and nothing covers it. */
async function expectSeenWhole(page: Page): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(() => {
        const { left, top, width, height } = document.activeElement?.getBoundingClientRect() ?? new DOMRect()
        const above = document.elementFromPoint(left + width / 2, top + height / 2)
        return document.activeElement?.contains(above) ?? false
      }),
    )
    .toBe(true)
}
