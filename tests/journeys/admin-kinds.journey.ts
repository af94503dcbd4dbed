import { expectAccessible, expectFits } from './accessible.ts'
import { openDashboard } from './admin-people.ts'
import { expect, test } from './shop.ts'

test.afterEach(async ({ shop }) => {
  await shop.rows(`delete from private.settings where name = 'kinds'`)
  await shop.rows(`update products set kinds = '{dress}' where slug = 'esther-gown'`)
})

test('kinds are hers: she adds one, ticks it on a garment, renames it, and its former link leads to it', async ({
  page,
  shop,
}) => {
  await openDashboard(page, shop)
  await page.goto(`${new URL(page.url()).origin}/admin/shelf`)
  const kinds = page.getByRole('region', { name: 'Kinds' })
  const list = kinds.getByRole('list', { name: 'Kinds in order' }).getByRole('listitem')
  await expect(list).toContainText(['Dresses', 'Skirts', 'Coats', 'Tops', 'Accessories'])
  await kinds.getByRole('button', { name: 'Add a kind' }).click()
  await kinds.getByLabel('For several').fill('skirts')
  await kinds.getByLabel('For one').fill('Evening dress')
  await kinds.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByText('There are two kinds called “skirts”.')).toBeVisible()
  // What she typed stays.
  await kinds.getByLabel('For several').fill('Evening dresses')
  await expectFits(page, [390, 1280])
  await expectAccessible(page)
  await kinds.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(list).toHaveCount(6)
  await kinds.getByRole('button', { name: 'Move Evening dresses up' }).click()
  await expect(list.nth(4)).toContainText('Evening dresses')

  // A garment of both kinds.
  await page.goto(`${new URL(page.url()).origin}/admin`)
  const card = page.getByRole('listitem').filter({ hasText: 'Esther Gown' })
  await card.getByRole('button', { name: /^Edit/ }).click()
  await page.getByText('More details').click()
  await expect(page.getByRole('checkbox', { name: 'Dresses', exact: true })).toBeChecked()
  await page.getByRole('checkbox', { name: 'Evening dresses' }).check()
  await page.getByRole('button', { name: 'Save Product' }).click()
  await expect(page.getByText('Product updated successfully')).toBeVisible()
  expect(await shop.rows(`select kind, kinds from products where slug = 'esther-gown'`)).toEqual([
    { kind: 'dress', kinds: ['dress', 'evening-dresses'] },
  ])
  const shown = async (path: string) => (await fetch(shop.url + path)).text()
  await expect.poll(() => shown('/shop?kind=evening-dresses')).toContain('Esther Gown')
  await expect.poll(() => shown('/about')).toContain('/shop?kind=evening-dresses')
  expect(await shown('/shop?kind=dresses')).toContain('Esther Gown')
  await expect.poll(() => shown('/sitemap.xml')).toContain('/shop?kind=evening-dresses')
  await expect.poll(() => shown('/feeds/google.xml')).toContain('Women &gt; Clothing &gt; Evening dresses')

  await page.goto(`${new URL(page.url()).origin}/admin/shelf`)
  await kinds.getByRole('button', { name: 'Change Evening dresses' }).click()
  await expect(kinds.getByRole('checkbox', { name: /^Hemmed for/ })).toBeChecked()
  await kinds.getByLabel('For several').fill('Gowns')
  await kinds.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Evening dresses is now Gowns.')).toBeVisible()
  await expect
    .poll(async () => (await fetch(`${shop.url}/shop?kind=evening-dresses`)).url)
    .toBe(`${shop.url}/shop?kind=gowns`)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(list.nth(4)).toContainText('Evening dresses')

  await kinds.getByRole('button', { name: 'Remove Evening dresses' }).click()
  await expect(page.getByText('One garment is of the kind “Evening dresses”. Please change that first.')).toBeVisible()
  await kinds.getByRole('button', { name: 'Remove Accessories' }).click()
  await expect(page.getByText('Accessories is gone.')).toBeVisible()
  await expect(list).toHaveCount(5)
})
