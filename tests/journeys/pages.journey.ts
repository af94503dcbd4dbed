import { expectAccessible, expectFits } from './accessible.ts'
import { oneWindow } from './one-window.ts'
import { publicPages } from './public-pages.ts'
import { expect, test } from './shop.ts'

const unknown = '/nothing-here'
// A desktop also has the navigation in a row, columns, and a hero beside its text.
const alsoAtADesk = ['/', '/product/mary-dress']
const theWindow = oneWindow()

for (const path of [...publicPages, unknown]) {
  test(`${path} has a title, one heading and a strict policy, fits a phone and a desktop, and is accessible`, async () => {
    const page = theWindow()
    const response = await page.goto(path)
    expect(response?.status()).toBe(path === unknown ? 404 : 200)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    expect(await page.title()).not.toBe('')
    const policy = response?.headers()['content-security-policy'] ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toMatch(/script-src[^;]*unsafe/)

    await expectFits(page, [1280])
    if (alsoAtADesk.includes(path)) await expectAccessible(page)
    await expectFits(page, [390])
    await expectAccessible(page)
  })
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('every page is readable, and a link leads from the shop to a product', async ({ page }) => {
    for (const path of publicPages) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    }
    await page.goto('/shop')
    await page
      .getByRole('main')
      .getByRole('link', { name: /Mary Dress/ })
      .first()
      .click()
    await expect(page.getByRole('heading', { level: 1, name: 'Mary Dress' })).toBeVisible()
    await expect(page.getByText('£89.00').first()).toBeVisible()
  })
})
