import type { Page } from '@playwright/test'
import { withAnotherShop } from './another-shop.ts'
import { expect, test } from './shop.ts'

for (const width of [390, 1280]) {
  // A separate shop: other journeys add products to the fourteen.
  test(`at ${width} px a visitor searches, filters, removes filters and goes back, and sees the number of results`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    await withAnotherShop({}, (url) => searchAndNarrowDown(page, url))
  })
}

async function searchAndNarrowDown(page: Page, shop: string): Promise<void> {
  await page.goto(`${shop}/shop`)
  const status = page.locator('#found')
  await expect(status).toHaveText('14 garments')

  await page.getByRole('searchbox', { name: 'Search the shop' }).last().fill('mry dres')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/shop\?q=mry\+dres$/)
  await expect(status).toContainText('Showing “mary dress”.')
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText('Mary Dress')
  await page.getByRole('link', { name: 'Clear all' }).click()
  await expect(status).toHaveText('14 garments')

  await page.locator('summary', { hasText: 'Colour' }).click()
  const green = page.getByRole('checkbox', { name: /^Green/ })
  const black = page.getByRole('checkbox', { name: /^Black/ })
  await green.check()
  await expect(page).toHaveURL(/\/shop\?colour=green$/)
  await expect(status).toHaveText('2 garments')
  await expect(green).toBeFocused()
  await black.check()
  await expect(page).toHaveURL(/\/shop\?colour=black&colour=green$/)
  await expect(status).toHaveText('3 garments')
  await page.keyboard.press('Escape')
  await expect(green).toBeHidden()
  await expect(page.locator('summary', { hasText: 'Colour' })).toBeFocused()
  await page.locator('summary', { hasText: 'Details' }).click()
  await expect(page.getByRole('checkbox', { name: /^Pre-order only/ })).toBeDisabled()
  await page.keyboard.press('Escape')
  await page.goBack()
  await expect(page).toHaveURL(/\/shop\?colour=green$/)
  await page.locator('summary', { hasText: 'Colour' }).click()
  await expect(black).not.toBeChecked()
  await expect(green).toBeChecked()
  await page.keyboard.press('Escape')
  await page.getByRole('combobox', { name: 'Sort' }).selectOption('price-up')
  await expect(page).toHaveURL(/\/shop\?colour=green&sort=price-up$/)
  await page.getByRole('link', { name: 'Remove Green' }).click()
  await expect(page).toHaveURL(/\/shop\?sort=price-up$/)
  await expect(status).toBeFocused()
}

test('without JavaScript the form, the links and every corrected URL do the same', async ({ browser, shop }) => {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    baseURL: shop.url,
    viewport: { width: 390, height: 844 },
  })
  const page = await context.newPage()
  await page.goto('/shop')
  await page.locator('summary', { hasText: 'Size' }).click()
  await page.getByRole('checkbox', { name: /^8–10/ }).check()
  await page.getByRole('combobox', { name: 'Sort' }).selectOption('newest')
  await page.getByRole('button', { name: 'Show results' }).click()
  await expect(page).toHaveURL(/\/shop\?size=8-10&sort=newest$/)
  await page.getByRole('link', { name: 'Remove Size 8–10' }).click()
  await expect(page).toHaveURL(/\/shop\?sort=newest$/)
  await page.goto('/shop?q=xyzzyplugh&colour=sage')
  await expect(page.getByRole('heading', { name: 'Nothing matches all of that.' })).toBeVisible()
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex, follow')
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/shop$/)
  await page.getByRole('link', { name: /^Without “xyzzyplugh”/ }).click()
  await expect(page).toHaveURL(/\/shop\?colour=green$/)
  const response = await page.goto('/shop?size=%00&min=abc&max=-1&page=-1&sort=x&colour=puce')
  expect(response?.status()).toBe(200)
  await expect(page).toHaveURL(/\/shop$/)
  await context.close()
})
