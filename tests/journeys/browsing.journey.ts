import { expect, test } from './shop.ts'

test('an unknown path and an unknown product answer 404 with a link home', async ({ page }) => {
  for (const path of ['/nothing-here', '/product/no-such-dress', '/shop/more']) {
    const response = await page.goto(path)
    expect(response?.status()).toBe(404)
    await expect(page.getByText('Oops! Page not found')).toBeVisible()
    await page.getByRole('link', { name: 'Return to Home' }).click()
    await expect(page).toHaveURL(/\/$/)
  }
})

test('on scroll the header shrinks and its banner disappears without a layout shift', async ({ page }) => {
  await page.goto('/shop')
  const banner = page.getByText('Free UK Shipping Over £120')
  await expect(banner).toBeVisible()
  const header = page.getByRole('banner')
  const before = (await header.boundingBox())?.height ?? 0
  await page.evaluate(() => window.scrollTo(0, 400))
  await expect(banner).toBeHidden()
  await expect.poll(async () => (await header.boundingBox())?.height ?? 0).toBeLessThan(before)
})

test('while a pre-order is live the navigation links to it after Shop, and the banner links to it', async ({
  page,
}) => {
  await page.goto('/')
  const links = await page.getByRole('navigation').first().getByRole('link').allTextContents()
  expect(links.map((text) => text.trim()).join(' ')).toMatch(/Home Shop Pre-Order Size Guide About FAQ Contact/)
  await expect(page.getByText(/Pre-orders for .+ ends in \d+ day\(s\)\. PRE-ORDER NOW!/).first()).toBeAttached()
})
