import { expectAccessible } from './accessible.ts'
import { withAnotherShop } from './another-shop.ts'
import { expect, test } from './shop.ts'

// A shop of its own, and accessibility checks in every state.
test.setTimeout(240_000)

for (const width of [390, 1280]) {
  test(`at ${width} px a visitor chooses a kind, colours by family and details, and every view has an address`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    await withAnotherShop({}, async (url) => {
      await page.goto(`${url}/shop`)
      const kinds = page.getByRole('navigation', { name: 'Kinds' })
      await expect(kinds.getByRole('link')).toHaveText(['All', 'Dresses', 'Skirts', 'Coats', 'Tops'])
      await kinds.getByRole('link', { name: 'Skirts' }).click()
      await expect(page).toHaveURL(/\/shop\?kind=skirts$/)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Skirts')
      await expect(page).toHaveTitle(/^Skirts/)
      await expect(page.locator('#found')).toHaveText('2 garments')
      await expect(kinds.getByRole('link', { name: 'Skirts' })).toHaveAttribute('aria-current', 'page')
      await expectAccessible(page)

      await page.locator('summary', { hasText: 'Details' }).click()
      await page.getByRole('checkbox', { name: /^Lined/ }).check()
      await expect(page).toHaveURL(/\/shop\?kind=skirts&feature=lined$/)
      await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText('Lydia Pleated Skirt')
      await page.keyboard.press('Escape')
      await kinds.getByRole('link', { name: 'Coats' }).click()
      await expect(page).toHaveURL(/\/shop\?kind=coats&feature=lined$/)
      await page.getByRole('link', { name: 'Clear all' }).click()
      await expect(page).toHaveURL(/\/shop\?kind=coats$/)

      await page.locator('summary', { hasText: 'Colour' }).click()
      await expect(page.getByRole('checkbox', { name: /^Beige\s*,\s*2\s+garments/ })).toBeVisible()
      await expectAccessible(page)
      await page.keyboard.press('Escape')

      const field = page.getByRole('searchbox', { name: 'Search the shop' }).last()
      await page.goto(`${url}/shop`)
      await field.fill('green')
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(/\/shop\?colour=green$/)
      await expect(page.getByRole('heading', { level: 2 })).toContainText(['Mary Dress', 'Priscilla Kaftan'])
      await expect(field).toHaveValue('')
      await page.getByRole('link', { name: 'Remove Green' }).click()
      await expect(page).toHaveURL(/\/shop$/)
    })
  })
}

test('without JavaScript the kinds are links, a kind has its own canonical URL, and words become filters', async ({
  browser,
  shop,
}) => {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    baseURL: shop.url,
    viewport: { width: 390, height: 844 },
  })
  const page = await context.newPage()
  await page.goto('/shop')
  await page.getByRole('navigation', { name: 'Kinds' }).getByRole('link', { name: 'Skirts' }).click()
  await expect(page).toHaveURL(/\/shop\?kind=skirts$/)
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/shop\?kind=skirts$/)
  await expect(page.locator('meta[name=robots]')).toHaveCount(0)
  expect(await page.locator('script[type="application/ld+json"]').allTextContents()).toContainEqual(
    expect.stringContaining('"name":"Skirts"'),
  )
  // A kind stays while its filters change.
  await page.getByRole('combobox', { name: 'Sort' }).selectOption('price-up')
  await page.getByRole('button', { name: 'Show results' }).click()
  await expect(page).toHaveURL(/\/shop\?kind=skirts&sort=price-up$/)
  await page.goto('/shop?q=nursing+dress')
  await expect(page).toHaveURL(/\/shop\?q=dress&feature=nursing$/)
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText('Miriam Tiered Dress')
  await page.goto('/shop?colour=sage')
  await expect(page).toHaveURL(/\/shop\?colour=green$/)
  await context.close()
})
