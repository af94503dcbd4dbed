import type { Page } from '@playwright/test'
import { expectAccessible, expectFits } from './accessible.ts'
import { openDashboard } from './admin-people.ts'
import { expect, type ShopUnderTest, test } from './shop.ts'

test.afterEach(({ shop }) => shop.rows(`delete from private.settings where name = 'shelf'`))

/** The garments of the shop page, as a new visitor gets it, in order. */
async function namesInShop({ url }: ShopUnderTest, path = '/shop'): Promise<string[]> {
  const html = await (await fetch(`${url}${path}`)).text()
  const [main = ''] = html.split('<footer')
  return [...main.matchAll(/<h2[^>]*>(?:<a[^>]*>)?([^<]+)/g)].map(([, name]) => name ?? '')
}

const names = (page: Page) =>
  page
    .getByRole('list', { name: 'The shelf in order' })
    .getByRole('listitem')
    .evaluateAll((entries) => entries.map((entry) => entry.children[2]?.textContent ?? ''))

for (const width of [390, 1280]) {
  test(`at ${width} px the shelf is put in order by hand, by keys and by its arrows, with Undo`, async ({
    page,
    shop,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    await openDashboard(page, shop)
    const before = await namesInShop(shop)
    await page.getByRole('link', { name: 'Arrange the shelf' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'The shelf' })).toBeVisible()
    await expect.poll(() => names(page)).toEqual(before)
    const [first = '', second = '', third = '', fourth = ''] = before
    await expectFits(page, [width])
    await expectAccessible(page)

    await page.getByRole('button', { name: `Drag ${third}` }).focus()
    await page.keyboard.press('Space')
    await expect(page.getByText('Picked up from place 3')).toBeAttached()
    await page.keyboard.press('ArrowUp')
    await expect(page.getByText('Over place 2')).toBeAttached()
    await page.keyboard.press('ArrowUp')
    await expect(page.getByText('Over place 1')).toBeAttached()
    await page.keyboard.press('Space')
    await expect(page.getByText(`${third} is number 1.`)).toBeVisible()
    await expect.poll(() => namesInShop(shop)).toEqual([third, first, second, ...before.slice(3)])
    expect(await namesInShop(shop, '/shop?sort=newest')).not.toEqual([third, first, second, ...before.slice(3)])

    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => names(page)).toEqual(before)
    await expect.poll(() => namesInShop(shop)).toEqual(before)

    // By hand: over the entry two below.
    const handle = page.getByRole('button', { name: `Drag ${first}` })
    const [from, to] = [
      await handle.boundingBox(),
      await page.getByRole('button', { name: `Drag ${third}` }).boundingBox(),
    ]
    if (!from || !to) throw new Error('no handles')
    await page.mouse.move(from.x + 22, from.y + 22)
    await page.mouse.down()
    await page.mouse.move(from.x + 22, from.y + 40)
    await page.mouse.move(to.x + 22, to.y + 24, { steps: 8 })
    await page.mouse.up()
    await expect.poll(() => namesInShop(shop)).toEqual([second, third, first, ...before.slice(3)])

    // Two presses at once are saved one after the other.
    const up = page.getByRole('button', { name: `Move ${fourth} up` })
    await up.click()
    await up.click()
    await expect.poll(() => namesInShop(shop)).toEqual([second, fourth, third, first, ...before.slice(4)])
    await page.reload()
    await expect.poll(() => names(page)).toEqual([second, fourth, third, first, ...before.slice(4)])
    // The specification's call keeps the order of creation.
    const rows = await shop.rows<{ name: string }>('select name from products where active order by created_at, id')
    expect(rows.map(({ name }) => name)).toEqual(before)
  })
}
