import { expectAccessible, expectFits } from './accessible.ts'
import { named } from './account-holder.ts'
import { openDashboard } from './admin-people.ts'
import { expect, test } from './shop.ts'

const lists = ['topics', 'colours', 'verse']

test('contact topics, families of colours and the verse are hers, and pages have them at once', async ({
  page,
  shop,
}) => {
  test.setTimeout(180_000)
  const before = await shop.rows<{ name: string; value: string }>(
    'select name, value::text as value from private.settings where name = any($1)',
    [lists],
  )
  const shown = async (path: string) => (await fetch(shop.url + path)).text()
  try {
    await openDashboard(page, shop)
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('link', { name: 'Contact topics' }).click()
    const topics = page.getByRole('region', { name: 'Contact topics' })
    await topics.getByRole('listitem').first().getByLabel('Topic', { exact: true }).fill('Something I ordered')
    await topics.getByRole('button', { name: 'Add a topic' }).click()
    const added = topics.getByRole('listitem').last()
    await added.getByLabel('Topic', { exact: true }).fill('A wedding')
    await topics.getByRole('button', { name: 'Save' }).click()
    await expect(added.getByText('Please enter the subject of the e-mails.')).toBeVisible()
    await expectFits(page, [390, 1280])
    await expectAccessible(page)
    await added.getByLabel('Subject of the e-mail').fill('A wedding')
    await added.getByLabel('What to include').fill('The day, and how many garments.')
    await added.getByRole('button', { name: 'Move up' }).click()
    await topics.getByRole('button', { name: 'Save' }).click()
    await expect(topics.getByRole('button', { name: 'Save' })).toHaveAttribute('aria-disabled', 'true')
    await expect.poll(() => shown('/contact')).toContain('The day, and how many garments.')
    expect(await shown('/contact')).toContain('<option value="order">Something I ordered</option>')

    const verse = page.getByRole('region', { name: 'Verse of thanks' })
    await verse.getByLabel('Verse').fill('She girds her waist with strength.')
    await verse.getByLabel('Where it is from').fill('Proverbs 31:17')
    await verse.getByRole('button', { name: 'Save' }).click()
    await expect(verse.getByRole('button', { name: 'Save' })).toHaveAttribute('aria-disabled', 'true')

    await page.goto(`${named(shop)}/admin/pages/edit?path=success`)
    const preview = page.frameLocator('iframe')
    await expect(preview.getByRole('heading', { name: 'Order Confirmed!' })).toBeVisible()
    await expect(preview.getByText('She girds her waist with strength.')).toBeVisible()

    await page.goto(`${named(shop)}/admin/settings#colours`)
    const colours = page.getByRole('region', { name: 'Families of colours' })
    await colours.getByRole('listitem').nth(1).getByLabel('Family').fill('White')
    await colours.getByRole('button', { name: 'Save' }).click()
    await expect(colours.getByText('Another family is called that.')).toBeVisible()
    await colours.getByRole('listitem').nth(1).getByLabel('Family').fill('Naturals')
    await expectFits(page, [390, 1280])
    await expectAccessible(page)
    await colours.getByRole('button', { name: 'Save' }).click()
    await expect(colours.getByRole('button', { name: 'Save' })).toHaveAttribute('aria-disabled', 'true')
    await expect.poll(() => shown('/shop')).toContain('<span>Naturals</span>')
    expect((await fetch(`${shop.url}/shop?q=naturals`)).url).toBe(`${shop.url}/shop?colour=beige`)
  } finally {
    for (const { name, value } of before) {
      await shop.rows('update private.settings set value = $2::jsonb where name = $1', [name, value])
    }
  }
})
