import type { Locator, Page } from '@playwright/test'
import { expectConfirmed, goToPayment, openCart, pay, putInCart } from './buyer.ts'
import { emailTo } from './mailbox.ts'
import { publicPages } from './public-pages.ts'
import { expect, test } from './shop.ts'
import { freshEmail, notices } from './signing.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

/** As a browser whose text is twice the usual size. */
async function enlarge(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
}

/** The texts of a part that are cut off, reach over the screen, or break a word that would fit on a line. */
function unreadTexts(part: Locator): Promise<string[]> {
  return part.evaluate((element) => {
    const found: string[] = []
    const isScrolled = (inner: Element) => {
      for (let box: Element | null = inner; box; box = box.parentElement)
        if (/auto|scroll/.test(getComputedStyle(box).overflowX) && box.scrollWidth > box.clientWidth + 1) return true
      return false
    }
    const walk = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
      const text = node.textContent ?? ''
      const parent = node.parentElement
      if (text.trim() === '' || !parent?.checkVisibility({ visibilityProperty: true })) continue
      // Names for screen readers only; rows that scroll sideways.
      if (
        parent.closest('.sr-only, .choices i, [aria-hidden=true], .size-table thead, style, option, noscript') ||
        text.trim().length < 3
      )
        continue
      if (isScrolled(parent)) continue
      for (const { index, 0: word } of text.matchAll(/\S+/g)) {
        // The first letter of a text may be drawn larger, beside its word.
        if (index === 0 && getComputedStyle(parent, '::first-letter').float !== 'none') continue
        const range = document.createRange()
        range.setStart(node, index)
        range.setEnd(node, index + word.length)
        const boxes = [...range.getClientRects()].filter(({ width }) => width > 0)
        const rows = new Set(boxes.map(({ top }) => Math.round(top)))
        const isOut = boxes.some(({ left, right }) => left < 0 || right > window.innerWidth + 1)
        if (isOut || (rows.size > 1 && !/[-–]/.test(word) && word.length < 14))
          found.push(`${word} in “${text.trim()}”`)
      }
    }
    return found
  })
}

test('with text of twice the size a phone shows the banner, the notice and the cart whole', async ({ page }) => {
  await page.goto('/product/mary-dress')
  await enlarge(page)
  const banner = page.getByRole('banner').getByText(/^Free UK Shipping/)
  await expect.poll(() => unreadTexts(banner)).toEqual([])
  expect(await banner.evaluate((line) => line.scrollHeight <= line.clientHeight + 1)).toBe(true)
  const cartButton = page.getByRole('button', { name: /^Open cart/ })
  // The header grows in a moment.
  await expect
    .poll(async () => (await boxOf(cartButton)).y - (await boxOf(banner)).y - (await boxOf(banner)).height)
    .toBeGreaterThanOrEqual(0)

  await page.getByRole('radio', { name: '10–12', exact: true }).check()
  await page.locator('#sizes').getByRole('button', { name: 'Add to Cart' }).click()
  const notice = notices(page).getByRole('listitem')
  await expect(notice).toContainText('Mary Dress has been added to your cart')
  await expect(notice).toHaveCSS('opacity', '1')
  expect(await unreadTexts(notice)).toEqual([])
  const view = notice.getByRole('button', { name: 'View cart' })
  await expect(view).toBeInViewport({ ratio: 1 })
  await view.click()

  const drawer = page.getByRole('dialog', { name: 'Your Cart' })
  await expect(drawer.getByText('Klarna available')).toBeAttached()
  await drawer.getByRole('button', { name: 'Add a gift note' }).click()
  expect(await unreadTexts(drawer)).toEqual([])
  for (const name of ['Decrease quantity', 'Increase quantity', 'Remove', 'Apply', 'Checkout with Stripe']) {
    const button = drawer.getByRole('button', { name, exact: true })
    await button.scrollIntoViewIfNeeded()
    await expect(button, name).toBeInViewport({ ratio: 1 })
  }
  await drawer.getByLabel('Discount code').fill('NO-SUCH-CODE')
  await drawer.getByRole('button', { name: 'Apply' }).click()
  await expect(notice).toContainText('Invalid Discount Code')
  await expect(notice).toBeInViewport({ ratio: 1 })
  expect(await unreadTexts(notice)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})

test('with text of twice the size a phone shows the menu, the filters, the sizes and every page whole', async ({
  page,
}) => {
  test.slow()
  await page.goto('/shop')
  await enlarge(page)
  await page.getByLabel('Menu').click()
  const menu = page.getByRole('banner')
  await expect(menu.getByRole('navigation', { name: 'More' })).toBeVisible()
  expect.soft(await unreadTexts(menu), 'the menu').toEqual([])
  await page.keyboard.press('Escape')
  for (const group of ['Size', 'Colour', 'Details', 'Price']) {
    const summary = page.getByRole('main').locator('summary', { hasText: group })
    await summary.click()
    await expect(page.getByRole('button', { name: /^Show \d+ garments?$/ })).toBeVisible()
    expect.soft(await unreadTexts(page.getByRole('main').locator('form')), group).toEqual([])
    expect.soft(await widthOf(page), group).toBeLessThanOrEqual(390)
  }
  for (const path of [
    ...publicPages,
    '/product/deborah-coat',
    '/login',
    '/signup',
    '/forgotten-password',
    '/nowhere',
  ]) {
    await page.goto(path, { waitUntil: 'networkidle' })
    await enlarge(page)
    expect.soft(await unreadTexts(page.getByRole('main')), path).toEqual([])
    expect.soft(await unreadTexts(page.getByRole('contentinfo')), `the footer of ${path}`).toEqual([])
    expect.soft(await widthOf(page), path).toBeLessThanOrEqual(390)
  }
})

test('with text of twice the size a phone shows the payment, the success page and the order whole', async ({
  page,
  shop,
}) => {
  const email = freshEmail()
  await putInCart(page, { name: 'Mary Dress', size: '10-12' })
  await openCart(page)
  const payment = await goToPayment(page)
  await enlarge(payment)
  expect.soft(await unreadTexts(payment.locator('body')), 'the payment page').toEqual([])
  expect.soft(await widthOf(payment), 'the payment page').toBeLessThanOrEqual(390)
  await pay(payment, { email })
  await expectConfirmed(payment)
  await enlarge(payment)
  expect.soft(await unreadTexts(payment.getByRole('main')), 'the success page').toEqual([])
  expect.soft(await widthOf(payment), 'the success page').toBeLessThanOrEqual(390)
  const { text } = await emailTo(shop, email, /\/order\/[\w-]{48}/)
  // The first tab opens the success page without a press.
  await payment.goto(/\/order\/[\w-]{48}/.exec(text)?.[0] ?? '', { waitUntil: 'networkidle' })
  await expect(payment.getByRole('heading', { level: 2 }).first()).toBeVisible()
  await enlarge(payment)
  expect.soft(await unreadTexts(payment.getByRole('main')), 'the order').toEqual([])
  expect.soft(await widthOf(payment), 'the order').toBeLessThanOrEqual(390)
})

test('at the usual size a finger hits everything in the cart', async ({ page }) => {
  await page.goto('/product/mary-dress')
  await page.getByRole('radio', { name: '10–12', exact: true }).check()
  await page.getByLabel(/^Your height/).fill('168')
  await page.locator('#sizes').getByRole('button', { name: 'Add to Cart' }).click()
  await expect(notices(page)).toContainText('Mary Dress has been added to your cart')
  const drawer = await openCart(page)
  await expect(drawer.getByText('Klarna available')).toBeAttached()
  const targets = drawer.locator('button, a, select, summary, label:has(input[type=radio]), input:not([type=radio])')
  // Without the notice of the added garment, which is closing.
  const small = await targets.filter({ visible: true }).evaluateAll((all) =>
    all
      .map((target) => ({ name: target.textContent, box: target.getBoundingClientRect() }))
      .filter(({ box }) => Math.round(box.width) < 44 || Math.round(box.height) < 44)
      .map(({ name, box }) => `${name}: ${box.width} × ${box.height}`),
  )
  expect(small).toEqual([])
})

function widthOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth)
}

async function boxOf(part: Locator) {
  const box = await part.boundingBox()
  if (!box) throw new Error('The part is not on the page')
  return box
}
