import { resolve } from 'node:path'
import { expectAccessible, expectFits } from './accessible.ts'
import { openDashboard } from './admin-people.ts'
import { expect, test } from './shop.ts'

test.setTimeout(240_000)

const photograph = resolve('db/catalogue/pictures/workroom.jpg')

test('until the owner writes the maker’s page there is none and nothing leads to it; then it is the owner’s own', async ({
  browser,
  page,
  shop,
}) => {
  const context = await browser.newContext({ baseURL: shop.url.replace('127.0.0.1', 'localhost') })
  const visitor = await context.newPage()
  try {
    await visitor.goto('/product/mary-dress')
    await visitor.getByText('Maker', { exact: true }).click()
    await expect(visitor.getByText('one at a time, by one person.')).toBeVisible()
    for (const path of ['/product/mary-dress', '/about']) {
      await visitor.goto(path)
      await expect(visitor.locator('a[href="/maker"]')).toHaveCount(0)
    }
    expect((await visitor.goto('/maker'))?.status()).toBe(404)
    await expect(visitor.getByRole('heading', { level: 1, name: 'Oops! Page not found' })).toBeVisible()

    await openDashboard(page, shop)
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('link', { name: 'All on one page' }).click()
    const part = page.getByRole('region', { name: 'The maker’s page' })
    await part.getByLabel('Your name').fill('Hannah <b>Reed</b>')
    await part.getByLabel('Your words').fill('I sew by the window.\n\nEvery buttonhole is mine.')
    await part.getByLabel('Your face').setInputFiles(photograph)
    await part.getByLabel('What it shows').fill('Hannah by the window')
    await part
      .getByLabel('Your hands at work')
      .setInputFiles({ name: 'n.txt', mimeType: 'text/plain', buffer: Buffer.from('no') })
    await expect(part.getByText('n.txt can’t be used. Please choose a picture')).toBeVisible()
    await part.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('The shop shows it now.').first()).toBeVisible()
    await expect(part.getByText('A photograph of your hands is still to come.')).toBeVisible()
    await expectAccessible(page)

    await visitor.goto('/about')
    await visitor.getByRole('link', { name: 'Meet the maker' }).click()
    await expect(visitor.getByRole('heading', { level: 1, name: 'Hannah <b>Reed</b>' })).toBeVisible()
    await expect(visitor.getByText('Every buttonhole is mine.')).toBeVisible()
    await expect(visitor.getByRole('img', { name: 'Hannah by the window' })).toBeVisible()
    await expectFits(visitor)
    await expectAccessible(visitor)
  } finally {
    await shop.rows("delete from private.settings where name = 'maker'")
    await context.close()
  }
})
