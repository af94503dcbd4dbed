import { expectAccessible, expectFits } from './accessible.ts'
import { addOrder, named } from './account-holder.ts'
import { openDashboard } from './admin-people.ts'
import { openCart, putInCart } from './buyer.ts'
import { expect, test } from './shop.ts'

test('the sizes are hers: one renamed, one added and a measurement in inches are what every page has', async ({
  browser,
  page,
  shop,
}) => {
  test.setTimeout(180_000)
  const [before] = await shop.rows<{ value: string }>(
    `select value::text as value from private.settings where name = 'sizes'`,
  )
  const number = `SIZE-${crypto.randomUUID().slice(0, 8).toUpperCase()}`
  await addOrder(shop, { email: `${number.toLowerCase()}@example.com`, number })
  const context = await browser.newContext({ baseURL: named(shop) })
  const shopper = await context.newPage()
  try {
    await putInCart(shopper, { name: 'Mary Dress', size: '10-12' })
    await openDashboard(page, shop)
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('link', { name: 'Sizes', exact: true }).click()
    const part = page.getByRole('region', { name: 'Sizes' })
    await part.getByLabel('Size of 10-12').fill('12-14')
    await part.getByRole('button', { name: 'Save' }).click()
    await expect(part.getByText('12-14 is or was called that. Please choose another name.')).toBeVisible()
    await part.getByLabel('Size of 12-14').first().fill('Medium')
    await part.getByRole('radio', { name: 'Inches' }).check()
    await expect(part.getByLabel('Bust of Medium')).toHaveValue('34½-36½')
    await part.getByLabel('Hips of 16-18').fill('43½ - 46')
    await part.getByRole('button', { name: 'Add a size' }).click()
    await part.getByLabel('Size of the new size').fill('18-20')
    for (const [label, typed] of Object.entries({ Bust: '42.5-44.5', Waist: '37-38', Hips: '46-48', EU: '46–48' })) {
      await part.getByLabel(`${label} of 18-20`).fill(typed)
    }
    await part.getByRole('button', { name: 'Save' }).click()
    await expect(part.getByText('Please begin where 16-18 ends')).toBeVisible()
    await expectFits(page, [390, 1280])
    await expectAccessible(page)
    await part.getByLabel('Waist of 18-20').fill('36-38')
    await part.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('The shop shows it now.').first()).toBeVisible()
    await expect(part.getByRole('listitem')).toHaveCount(6)
    await page.setViewportSize({ width: 390, height: 900 })
    await expectAccessible(page)
    await page.setViewportSize({ width: 1280, height: 800 })

    // A garment is made in the new size too, by its name.
    await page.goto(`${named(shop)}/admin`)
    const card = page.getByRole('listitem').filter({ hasText: 'Mary Dress' })
    await card.getByRole('button', { name: /^Edit/ }).click()
    await page.getByLabel('Another size').fill('medium')
    await page.getByRole('button', { name: 'Add this size' }).click()
    await expect(page.getByText('Medium is there already.')).toBeVisible()
    await page.getByLabel('Another size').fill('')
    await page.getByRole('checkbox', { name: '18–20' }).check()
    await page.getByRole('button', { name: 'Save Product' }).click()
    await expect(page.getByText('Product updated successfully')).toBeVisible()

    for (const width of [390, 1280]) {
      await shopper.setViewportSize({ width, height: 900 })
      await shopper.goto('/product/mary-dress')
      await expect(shopper.getByRole('radio', { name: 'Medium', exact: true })).toHaveAccessibleDescription(
        'Bust 88–93, waist 71–76, hips 96–101 cm',
      )
      await expect(shopper.getByRole('radio', { name: '18–20', exact: true })).toHaveAccessibleDescription(
        'Bust 108–113, waist 91–97, hips 117–122 cm',
      )
      await shopper.goto('/size-guide')
      const table = shopper.getByRole('table', { name: 'Body measurements by size, in centimetres and inches' })
      await expect(table.getByRole('rowheader')).toHaveText([
        /^8–10/,
        /^Medium/,
        /^12–14/,
        /^14–16/,
        /^16–18/,
        /^18–20/,
      ])
      await expect(table.getByRole('row', { name: /^16–18/ })).toContainText('43½–46 in')
      await expectFits(shopper, [width])
    }
    await shopper.getByRole('radio', { name: 'Inches' }).check()
    for (const [label, typed] of Object.entries({ Bust: '43', Waist: '37', Hips: '47' })) {
      await shopper.getByRole('textbox', { name: label }).fill(typed)
    }
    await shopper.getByRole('button', { name: 'Find my size' }).click()
    await expect(shopper.getByRole('link', { name: 'See what is made in 18–20' })).toBeVisible()

    // The cart from before has the same size under its new name, and its filter is where it was.
    await shopper.goto('/shop?size=10-12')
    await expect(shopper.getByRole('link', { name: /Size Medium/ }).first()).toBeVisible()
    await expect(await openCart(shopper)).toContainText('Size Medium')
    const feed = async () => (await fetch(`${shop.url}/feeds/google.xml`)).text()
    await expect.poll(feed).toContain('size Medium')

    await page.goto(`${named(shop)}/admin/orders/cut-list?orders=${number}`)
    await expect(page.getByRole('article', { name: /Cut list/ })).toContainText('Medium')

    // A size that a garment has cannot be removed.
    await page.goto(`${named(shop)}/admin/settings#sizes`)
    await part.getByRole('button', { name: 'Remove 18-20' }).click()
    await part.getByRole('button', { name: 'Save' }).click()
    await expect(part.getByText('18-20 can’t be removed: it is a size of Mary Dress.')).toBeVisible()
  } finally {
    await shop.rows(`update private.settings set value = $1::jsonb where name = 'sizes'`, [before?.value])
    await shop.rows(`update products set sizes = array_remove(sizes, '18-20') where slug = 'mary-dress'`)
    await shop.rows(`update pre_orders set order_status = 'cancelled' where order_number = $1`, [number])
    await context.close()
  }
})
