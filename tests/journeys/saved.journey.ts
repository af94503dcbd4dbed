import type { Page } from '@playwright/test'
import { expectAccessible, expectSound } from './accessible.ts'
import { expect, test } from './shop.ts'
import { notices } from './signing.ts'

const heart = (page: Page, name: string) =>
  page
    .getByRole('main')
    .getByRole('button', { name: `Save ${name}` })
    .first()
const card = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name })

/** The buttons load at the visitor's first move. */
async function moveMouse(page: Page): Promise<void> {
  await page.mouse.move(20, 20)
  await page.mouse.move(200, 400)
}

test('a garment saved in the shop is on the page of saved garments, other tabs follow, and a removed one can be put back', async ({
  page,
  context,
}) => {
  await page.goto('/shop')
  await moveMouse(page)
  await heart(page, 'Mary Dress').click()
  await expect(heart(page, 'Mary Dress')).toHaveAttribute('aria-pressed', 'true')
  await expect(notices(page)).toContainText('Your saved garments stay on this device.')
  await heart(page, 'Ruth Skirt').press('Enter')
  await expect(heart(page, 'Ruth Skirt')).toHaveAttribute('aria-pressed', 'true')
  await notices(page).getByRole('button', { name: 'See your list' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Saved garments' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText(['Ruth Skirt', 'Mary Dress'])
  await expect(page.getByRole('main')).toContainText('£89.00')
  await moveMouse(page)
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/)
  await expectSound(page)

  const other = await context.newPage()
  await other.goto('/product/mary-dress')
  await moveMouse(other)
  const saved = other.getByRole('button', { name: 'Saved Mary Dress' })
  await expect(saved).toHaveAttribute('aria-pressed', 'true')
  await expectAccessible(other)

  // Removing a garment gives its place a way back, and the focus.
  await heart(page, 'Ruth Skirt').press('Enter')
  const undo = page.getByRole('button', { name: 'Undo' })
  await expect(undo).toBeFocused()
  await expect(undo).toHaveAccessibleDescription('Ruth Skirt is no longer saved.')
  await expectAccessible(page)
  await undo.press('Enter')
  await expect(card(page, 'Ruth Skirt')).toBeFocused()
  await page.reload()
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText(['Ruth Skirt', 'Mary Dress'])
  await moveMouse(page)

  await saved.click()
  await expect(other.getByRole('button', { name: 'Save Mary Dress' })).toHaveAttribute('aria-pressed', 'false')
  await expect(page.getByText('Mary Dress is no longer saved.')).toBeVisible()
  await heart(page, 'Ruth Skirt').click()
  await page.reload()
  await expect(page.getByText('Nothing saved yet')).toBeVisible()
  await expectSound(page)
  // A garment saved in another tab appears.
  await other.getByRole('button', { name: 'Save Mary Dress' }).click()
  await expect(card(page, 'Mary Dress')).toBeVisible()
})

test('a garment that left the shop is not listed, and a list that cannot be loaded offers to try again', async ({
  page,
  shop,
}) => {
  await shop.rows(
    "insert into products (name, slug, price, description) values ('Passing Gown', 'passing-gown', 148, 'Soon gone.')",
  )
  try {
    await expect(async () => {
      await page.goto('/product/passing-gown')
      await expect(page.getByRole('heading', { level: 1, name: 'Passing Gown' })).toBeVisible({ timeout: 500 })
    }).toPass()
    await moveMouse(page)
    await page.getByRole('button', { name: 'Save Passing Gown' }).click()
    await expect(page.getByRole('button', { name: 'Saved Passing Gown' })).toBeVisible()
    await page.goto('/product/mary-dress')
    await moveMouse(page)
    await page.getByRole('button', { name: 'Save Mary Dress' }).click()
    await expect(page.getByRole('button', { name: 'Saved Mary Dress' })).toBeVisible()
    await page.getByRole('contentinfo').getByRole('link', { name: 'Saved garments' }).click()
    await expect(page).toHaveURL(/\/saved$/)
    await expect(card(page, 'Passing Gown')).toBeVisible()

    await shop.rows("update products set active = false where slug = 'passing-gown'")
    await page.reload()
    await expect(card(page, 'Mary Dress')).toBeVisible()
    await expect(page.getByRole('main')).not.toContainText('Passing Gown')

    await page.route(/\/rest\/v1\/products/, (route) => route.abort())
    await page.reload()
    await expect(page.getByRole('alert')).toContainText('They’re still saved.')
    await page.unroute(/\/rest\/v1\/products/)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(card(page, 'Mary Dress')).toBeVisible()
  } finally {
    await shop.rows("delete from products where slug = 'passing-gown'")
  }
})

test('with a storage that refuses, garments are saved for the visit, and the visitor learns it', async ({ page }) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
    }
  })
  await page.goto('/shop')
  await moveMouse(page)
  await heart(page, 'Mary Dress').click()
  await expect(notices(page)).toContainText('Your browser won’t let us keep it after you leave.')
  await expect(heart(page, 'Mary Dress')).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Saved garments' }).click()
  await expect(page).toHaveURL(/\/saved$/)
  await expect(card(page, 'Mary Dress')).toBeVisible()
})

test('a page is shared through the system’s sheet, and without one its link is copied', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await page.goto('/product/mary-dress?utm_source=a-post#details')
  await moveMouse(page)
  const link = new URL('/product/mary-dress', page.url()).href
  await page.getByRole('button', { name: 'Share Mary Dress' }).click()
  await expect(notices(page)).toContainText('Link copied')
  expect(await copied()).toBe(link)

  await page.addInitScript(() => {
    const shared: ShareData[] = []
    const share = async (given: ShareData) => {
      shared.push(given)
      if (shared.length > 1) throw new DOMException('Share canceled', 'AbortError')
    }
    Object.assign(window, { shared })
    Object.defineProperty(navigator, 'share', { value: share })
  })
  await page.reload()
  await moveMouse(page)
  const shared = () => page.evaluate(() => Reflect.get(window, 'shared'))
  await page.evaluate(() => navigator.clipboard.writeText('before'))
  await page.getByRole('button', { name: 'Share Mary Dress' }).click()
  await expect.poll(shared).toEqual([{ title: expect.stringContaining('Mary Dress'), url: link }])
  // A sheet that the visitor closes copies nothing.
  await page.getByRole('button', { name: 'Share Mary Dress' }).click()
  await expect.poll(async () => (await shared()).length).toBe(2)
  expect(await copied()).toBe('before')
  await expect(page.getByText('Link copied')).toHaveCount(0)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('no page has a button to save or share, and the page of saved garments says why it is empty', async ({
    page,
  }) => {
    for (const path of ['/shop', '/product/mary-dress']) {
      await page.goto(path)
      await expect(page.getByRole('button', { name: /^(?:Save|Share)/ })).toHaveCount(0)
    }
    // Chromium does not render <noscript> when the test disables scripts.
    const html = await (await page.request.get('/saved')).text()
    expect(html).toMatch(/<noscript>.*Saving garments needs JavaScript\./)
  })
})
