import type { Page } from '@playwright/test'
import { keptCart } from './buyer.ts'
import { expect, test } from './shop.ts'

// These texts appear in the back office only.
const backOffice = ['Admin Dashboard', 'Products Management', 'Launch Email Campaign', 'View Details', 'Days off']

test('a visitor loads nothing of the back office', async ({ page }) => {
  const urls = new Set<string>()
  page.on('request', (request) => {
    if (request.resourceType() === 'script') urls.add(request.url())
  })
  for (const path of ['/', '/shop', '/product/anna-linen-dress', '/size-guide'])
    await page.goto(path, { waitUntil: 'networkidle' })
  // The drawer loads the code for checkout.
  await page.getByRole('button', { name: /^open cart/i }).click()
  await expect(page.getByRole('dialog', { name: 'Your Cart' })).toBeVisible()
  await page.waitForLoadState('networkidle')

  // Requested once more: a page discards the bodies of the responses of the one before.
  const responses = await Promise.all([...urls].map((url) => page.request.get(url)))
  const scripts = (await Promise.all(responses.map((response) => response.text()))).join('\n')
  expect(scripts).toContain('Your cart is empty')
  expect(backOffice.filter((words) => scripts.includes(words))).toEqual([])
})

test('scripts wait for the first visible picture, and a press before they load is not lost', async ({
  page,
  browser,
  shop,
}) => {
  // The first request of a size makes it, which may take longer than the scripts wait.
  const earlier = await browser.newPage()
  await earlier.goto(`${shop.url}/shop`, { waitUntil: 'networkidle' })
  await earlier.close()
  const order: string[] = []
  page.on('requestfinished', (request) => order.push(request.url()))
  page.on('request', (request) => {
    if (request.resourceType() === 'script') order.push('a script is asked for')
  })
  const letGo = await holdCode(page)
  await page.goto('/shop', { waitUntil: 'commit' })
  const first = page.locator('img[fetchpriority="high"]').first()
  await expect.poll(() => order).toContain('a script is asked for')
  const shown = await first.evaluate((image: HTMLImageElement) => image.currentSrc)
  expect(order.indexOf(shown)).toBeGreaterThanOrEqual(0)
  expect(order.indexOf(shown)).toBeLessThan(order.indexOf('a script is asked for'))

  await page.getByRole('button', { name: /^open cart/i }).click()
  await expect(page.getByRole('dialog', { name: 'Your Cart' })).toBeHidden()
  letGo()
  await expect(page.getByRole('dialog', { name: 'Your Cart' })).toBeVisible()
})

test('an early press adds the size and the quantity that were chosen before hydration', async ({ page }) => {
  const letGo = await holdCode(page)
  await page.goto('/product/mary-dress', { waitUntil: 'commit' })
  const size = page.getByRole('radio', { name: '10–12', exact: true })
  const quantity = page.getByRole('textbox', { name: 'Quantity' })
  await size.check()
  await quantity.fill('3')
  await page.getByRole('button', { name: 'Add to Cart' }).click()
  const added = [expect.objectContaining({ size: '10-12', quantity: 3 })]
  expect(await keptCart(page)).toEqual(added)
  letGo()
  await expect(page.locator('html')).toHaveAttribute('data-hydrated', '')
  expect(await keptCart(page)).toEqual(added)
  await expect(size).toBeChecked()
  await expect(quantity).toHaveValue('1')
})

test('the size that the browser restores on Back is the one that is added, and another can be chosen', async ({
  page,
}) => {
  await page.goto('/product/mary-dress')
  const size = (name: string) => page.getByRole('radio', { name, exact: true })
  await size('14–16').check()
  await page.goto('/size-guide')
  await page.goBack()
  await expect(size('14–16')).toBeChecked()
  await page.getByRole('button', { name: 'Add to Cart' }).click()
  await size('8–10').check()
  await page.getByRole('button', { name: 'Add to Cart' }).click()
  const sizes = async () => (await keptCart(page)).map((line) => [line.size, line.quantity])
  await expect.poll(sizes).toEqual([
    ['14-16', 1],
    ['8-10', 1],
  ])
})

/** Withholds the shop's scripts, so the page is loaded and not hydrated. */
async function holdCode(page: Page): Promise<() => void> {
  const { promise: released, resolve: letGo } = Promise.withResolvers<void>()
  await page.route(/\/assets\/base-.*\.js$/, async (route) => {
    await released
    await route.continue()
  })
  return letGo
}
