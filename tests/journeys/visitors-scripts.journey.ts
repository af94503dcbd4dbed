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
