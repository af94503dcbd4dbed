import type { Page } from '@playwright/test'
import { keptCart, openCart } from './buyer.ts'
import { expect, test } from './shop.ts'

test.use({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true })

const path = '/product/mary-dress'
/** From each press to the frame that shows its answer; `npm run bench -- touches` measures it as on a phone. */
const answersMs: number[] = []

test('every press is answered within 100 ms while the page’s scripts take ten seconds, and once', async ({ page }) => {
  test.slow()
  await page.addInitScript(notePresses)
  await page.route('**/assets/*.js', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 10_000))
    await route.continue()
  })
  await page.goto(path, { waitUntil: 'domcontentloaded' })
  const size = page.getByRole('radio', { name: '12–14', exact: true })
  await expect(size).toBeVisible()
  const form = page.locator('#sizes')
  const add = form.getByRole('button', { name: 'Add to Cart' })

  await add.tap()
  expect(await answer(page, '#sizes')).toContain('Please choose a size first.')
  await size.tap({ force: true })
  expect(await answer(page, '#sizes')).not.toContain('Please choose a size first.')
  await page.getByRole('button', { name: 'Increase quantity' }).tap()
  await answer(page, '[data-quantity]')
  await expect(page.getByRole('textbox', { name: 'Quantity' })).toHaveValue('2')

  const height = page.getByRole('textbox', { name: /^Your height/ })
  const shoes = page.getByRole('combobox', { name: 'Your shoes' })
  await expect(shoes).toBeHidden()
  await height.fill('5 ft')
  await shoes.selectOption('5 cm heels')
  await add.tap()
  await answer(page, '#sizes')
  await expect(height).toHaveValue('152 cm')
  expect(await shownNotice(page)).toContain('Mary Dress has been added to your cart')
  await expect(page.getByRole('button', { name: 'Open cart, 2 items' })).toHaveText('2')

  await page.getByRole('button', { name: 'Save Mary Dress' }).tap()
  expect(await answer(page, '[data-save]')).toContain('Saved')
  expect(await shownNotice(page)).toContain('Your saved garments stay on this device.')
  await add.tap()
  await answer(page, 'body>output')
  expect(await shownNotice(page)).toMatch(/Cart Updated.*Mary Dress quantity updated/s)
  await expect(page.getByRole('button', { name: 'Open cart, 3 items' })).toHaveText('3')
  await page.locator('summary[aria-label=Menu]').tap()
  expect(await answer(page, 'details[open]')).toContain('Size Guide')
  await page.locator('summary[aria-label=Menu]').tap()
  expect(await isHydrated(page)).toBe(false)
  // Half of them: other journeys share the processor.
  expect(median(answersMs)).toBeLessThanOrEqual(100)

  await expect.poll(() => isHydrated(page), { timeout: 60_000 }).toBe(true)
  await expect(size).toBeChecked()
  await expect(page.getByRole('textbox', { name: 'Quantity' })).toHaveValue('1')
  await expect(height).toHaveValue('152 cm')
  await expect(shoes).toHaveValue('5')
  await expect(page.getByRole('button', { name: 'Saved Mary Dress' })).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('button', { name: 'Open cart, 3 items' })).toHaveText('3')
  await expectOneLine(page)
  await expect(page.locator('[data-sonner-toast]')).toHaveCount(0)
  await page.reload()
  await expectOneLine(page)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Size Guide' }).click()
  await page.goBack()
  await expectOneLine(page)
})

test('without any script of the page a garment goes into the cart, and is there at the next visit', async ({
  page,
}) => {
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto(path, { waitUntil: 'domcontentloaded' })
  await page.getByRole('radio', { name: '8–10', exact: true }).check({ force: true })
  // The bar at the bottom of a phone adds it too.
  await page.locator('[data-bar]', { hasText: 'Add to Cart' }).tap()
  expect(await shownNotice(page)).toContain('Mary Dress has been added to your cart')
  await page.getByRole('textbox', { name: /^Your height/ }).fill('5')
  await page.locator('#sizes').getByRole('button', { name: 'Add to Cart' }).tap()
  await expect(page.getByText('Please enter a height from 140 to 200 cm')).toBeVisible()
  expect(await keptCart(page)).toMatchObject([{ name: 'Mary Dress', size: '8-10', quantity: 1 }])
  await page.unroute('**/assets/*.js')
  await page.reload()
  const drawer = await openCart(page)
  await expect(drawer.getByRole('listitem').filter({ hasText: 'Mary Dress' })).toHaveCount(1)
})

test('what a browser without storage took before hydration is in the cart of the page', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('Access is denied for this document.', 'SecurityError')
      },
    })
  })
  const gate = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await gate.promise
    await route.continue()
  })
  await page.goto(path, { waitUntil: 'domcontentloaded' })
  await page.getByRole('radio', { name: '8–10', exact: true }).check({ force: true })
  await page.locator('#sizes').getByRole('button', { name: 'Add to Cart' }).tap()
  await expect(page.getByRole('button', { name: 'Open cart, 1 item' })).toHaveText('1')
  await page.locator('body>output').getByRole('button', { name: 'View cart' }).tap()
  await expect(page.getByText('Opening your cart…')).toBeVisible()
  gate.resolve()
  const drawer = page.getByRole('dialog', { name: 'Your Cart' })
  await expect(drawer.getByRole('listitem').filter({ hasText: 'Mary Dress' })).toHaveCount(1)
  await expect(page.getByText('Opening your cart…')).toBeHidden()
})

test('what another tab takes out of the cart and the list before hydration is out of them in this one too', async ({
  page,
}) => {
  const gate = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await gate.promise
    await route.continue()
  })
  await page.goto(path, { waitUntil: 'domcontentloaded' })
  await page.getByRole('radio', { name: '8–10', exact: true }).check({ force: true })
  await page.locator('#sizes').getByRole('button', { name: 'Add to Cart' }).tap()
  await page.getByRole('button', { name: 'Save Mary Dress' }).tap()
  const other = await page.context().newPage()
  await other.goto('/faq')
  await other.evaluate(() => localStorage.clear())
  await expect(page.getByRole('button', { name: 'Open cart, 0 items' })).toHaveText('')
  await expect(page.locator('[data-save]')).toHaveAttribute('aria-pressed', 'false')
  // As after a return from the back/forward cache, which sends no storage event.
  await page.evaluate(() => {
    document.querySelector('[data-badge]')?.replaceChildren('1')
    document.querySelector('button:has([data-badge])')?.setAttribute('aria-label', 'Open cart, 1 item')
  })
  gate.resolve()
  await expect.poll(() => isHydrated(page)).toBe(true)
  await expect(page.getByRole('button', { name: 'Open cart, 0 items' })).toHaveText('')
  await expect(page.locator('[data-save]')).toHaveText('Save Mary Dress')
})

/** Notes how long the frame after each press takes to come. Listens before the page's own scripts do. */
function notePresses(): void {
  addEventListener(
    'click',
    ({ timeStamp }) => {
      requestAnimationFrame(() => setTimeout(() => Object.assign(window, { answerMs: performance.now() - timeStamp })))
    },
    true,
  )
}

/** The text of an element in the frame after the latest press. */
async function answer(page: Page, selector: string): Promise<string> {
  await page.waitForFunction(() => 'answerMs' in window)
  const [answerMs, text] = await page.evaluate((selector) => {
    const { answerMs } = window as unknown as { answerMs: number }
    Reflect.deleteProperty(window, 'answerMs')
    return [answerMs, document.querySelector<HTMLElement>(selector)?.innerText ?? ''] as const
  }, selector)
  answersMs.push(answerMs)
  return text
}

/** The text of the notice, which is in view. */
async function shownNotice(page: Page): Promise<string> {
  const notice = page.locator('body>output')
  await expect(notice).toBeInViewport()
  return notice.innerText()
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0
}

function isHydrated(page: Page): Promise<boolean> {
  return page.evaluate(() => 'hydrated' in document.documentElement.dataset)
}

async function expectOneLine(page: Page): Promise<void> {
  const hem = { heightCm: 152, heelCm: 5 }
  expect(await keptCart(page)).toMatchObject([{ name: 'Mary Dress', size: '12-14', quantity: 3, ...hem }])
  await expect(page.getByRole('button', { name: 'Open cart, 3 items' })).toBeVisible()
}
