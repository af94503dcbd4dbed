import { resolve } from 'node:path'
import type { Locator } from '@playwright/test'
import { expectAccessible, expectFits } from './accessible.ts'
import { named } from './account-holder.ts'
import { openDashboard } from './admin-people.ts'
import { expect, test } from './shop.ts'
import { notices } from './signing.ts'

test.setTimeout(240_000)

const photograph = resolve('db/catalogue/pictures/workroom.jpg')

for (const width of [390, 1280]) {
  test(`at ${width} px: until the owner publishes the maker’s page there is none and nothing leads to it; then it is the owner’s own`, async ({
    browser,
    page,
    shop,
  }) => {
    const context = await browser.newContext({ baseURL: named(shop) })
    const visitor = await context.newPage()
    const [before] = await shop.rows<{ draft: object }>(`select draft from private.documents where path = '/maker'`)
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

      await page.setViewportSize({ width, height: 900 })
      await openDashboard(page, shop)
      await page.goto(`${named(shop)}/admin/pages`)
      await page.getByRole('link', { name: /^The maker/ }).click()
      await page.getByRole('button', { name: /^Heading and introduction/ }).click()
      await page.getByRole('textbox', { name: 'Heading' }).fill('Hannah Reed')
      await page.getByRole('button', { name: /^Picture/, expanded: false }).click()
      await page
        .getByLabel('Picture', { exact: true })
        .setInputFiles({ name: 'n.txt', mimeType: 'text/plain', buffer: Buffer.from('no') })
      await expect(page.getByText('n.txt can’t be used. Please choose a picture')).toBeVisible()
      await page.getByLabel('Picture', { exact: true }).setInputFiles(photograph)
      await page.getByRole('slider', { name: 'From the left' }).fill('20')
      await page.getByRole('textbox', { name: 'Description' }).last().fill('Hannah by the window')
      await page.getByRole('button', { name: /^Text/, expanded: false }).click()
      await page.getByRole('textbox', { name: 'Text' }).click()
      await page.keyboard.type('I sew by the window.')
      await page.keyboard.press('Enter')
      await page.keyboard.type('Every buttonhole is mine.')
      await expect(page.getByText('Draft saved')).toBeVisible()
      await expectFits(page, [width])
      await expectAccessible(page)
      if (width === 390) await page.getByRole('button', { name: 'Preview' }).click()
      await expect(page.frameLocator('iframe').getByText('Every buttonhole is mine.')).toBeVisible()
      expect((await visitor.goto('/maker'))?.status()).toBe(404)
      await page.getByRole('button', { name: 'Publish now' }).click()
      await expect(notices(page).getByText('Shoppers see it now.')).toBeVisible()

      await expect.poll(async () => (await visitor.goto('/maker'))?.status()).toBe(200)
      await visitor.goto('/about')
      await visitor.getByRole('link', { name: 'Meet the maker' }).click()
      await expect(visitor.getByRole('heading', { level: 1, name: 'Hannah Reed' })).toBeVisible()
      await expect(visitor.getByText('Every buttonhole is mine.')).toBeVisible()
      await expect(visitor.getByRole('img', { name: 'Hannah by the window' })).toHaveCSS('object-position', '20% 50%')
      // The buttons do not touch the words.
      const boxOf = async (part: Locator) => (await part.boundingBox()) ?? { y: 0, height: 0 }
      const words = await boxOf(visitor.getByText('Every buttonhole is mine.'))
      const button = await boxOf(visitor.getByRole('link', { name: 'See the garments' }))
      expect(button.y - words.y - words.height).toBeGreaterThan(16)
      await expectFits(visitor)
      await expectAccessible(visitor)
      await visitor.goto('/product/mary-dress')
      await visitor.getByText('Maker', { exact: true }).click()
      await expect(visitor.getByRole('link', { name: 'one person' })).toHaveAttribute('href', '/maker')
    } finally {
      await shop.rows(`delete from private.document_versions where path = '/maker'`)
      await shop.rows(`update private.documents set draft = $1, revision = revision + 1 where path = '/maker'`, [
        JSON.stringify(before?.draft),
      ])
      await context.close()
    }
  })
}
