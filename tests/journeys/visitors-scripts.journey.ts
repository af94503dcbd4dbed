import { expect, test } from './shop.ts'

// Words that only the back office says.
const backOffice = ['Admin Dashboard', 'Products Management', 'Launch Email Campaign', 'View Details', 'Days off']

test('whoever visits the shop loads nothing of the back office', async ({ page }) => {
  const reading: Promise<string>[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') reading.push(response.text())
  })
  for (const path of ['/', '/shop', '/product/anna-linen-dress', '/size-guide']) {
    await page.goto(path, { waitUntil: 'networkidle' })
  }
  // The drawer brings what a visitor loads when she buys.
  await page.getByRole('button', { name: /^open cart/i }).click()
  await expect(page.getByRole('dialog', { name: 'Your Cart' })).toBeVisible()

  const scripts = (await Promise.all(reading)).join('\n')
  expect(scripts).toContain('Your cart is empty')
  expect(backOffice.filter((words) => scripts.includes(words))).toEqual([])
})

test('scripts wait for the picture that is seen first, and a press before they come is not lost', async ({ page }) => {
  const order: string[] = []
  page.on('requestfinished', (request) => order.push(request.url()))
  page.on('request', (request) => {
    if (request.resourceType() === 'script') order.push('a script is asked for')
  })
  const { promise: pressed, resolve: letGo } = Promise.withResolvers<void>()
  await page.route(/\/assets\/base-.*\.js$/, async (route) => {
    await pressed
    await route.continue()
  })
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
