import { expectAccessible, expectFits } from './accessible.ts'
import { openDashboard } from './admin-people.ts'
import { openCart, putInCart } from './buyer.ts'
import { expect, test } from './shop.ts'

test('the owner changes a price, gives a country its own and plans a later day; a cart says what has changed', async ({
  browser,
  page,
  shop,
}) => {
  const [before] = await shop.rows<{ value: unknown }>("select value from private.settings where name = 'delivery'")
  const context = await browser.newContext({ baseURL: shop.url.replace('127.0.0.1', 'localhost') })
  const shopper = await context.newPage()
  try {
    await putInCart(shopper, { name: 'Anna Linen Dress', size: '10-12' })
    const drawer = await openCart(shopper)
    await drawer.getByLabel('Deliver to').selectOption('IE')
    await expect(drawer).toContainText('£14.95')

    await openDashboard(page, shop)
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('link', { name: 'All on one page' }).click()
    const part = page.getByRole('region', { name: 'Zones and prices' })
    const zone = (name: string) => part.locator('details').filter({ has: page.locator('summary', { hasText: name }) })
    await zone('Europe').locator('summary').click()
    const europe = zone('Europe')
    await europe.getByLabel('Price, £').fill('lots')
    await part.getByRole('button', { name: 'Save' }).click()
    await expect(europe.getByText('Please enter a price from £0 to £500.00, such as 4.50.')).toBeVisible()
    await europe.getByLabel('Price, £').fill('15.95')
    await europe.getByLabel('Free from, £').fill('lots')
    await part.getByRole('button', { name: 'Save' }).click()
    await expect(europe.getByText('Please enter an amount such as 120, or leave it blank.')).toBeVisible()
    await europe.getByLabel('Free from, £').fill('')
    await europe.getByLabel('Price a country singly').selectOption('FR')
    await expect(europe.getByRole('button', { name: 'Remove France' })).toHaveCount(0)
    await part.locator('details', { hasText: 'France' }).last().getByLabel('Price, £').fill('12.50')
    await part.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('The shop shows it now.')).toBeVisible()
    await expectFits(page, [390, 1280])
    await expectAccessible(page)

    await shopper.reload()
    const again = await openCart(shopper)
    await expect(again).toContainText('International Tracked was £14.95; it’s now £15.95.')
    await again.getByLabel('Deliver to').selectOption('FR')
    await expect(again).toContainText('£12.50')

    await part.getByLabel('Valid from').fill('2035-01-04')
    await part.getByRole('button', { name: 'Save' }).click()
    await expect(part.getByText(/^Planned from Thursday 4 January 2035/)).toBeVisible()
    await expect(page.getByText('The shop shows it from Thursday 4 January 2035.')).toBeVisible()
    await expect(part).toContainText('What is planned from Thursday 4 January 2035 has its own prices')
    await zone('United Kingdom').locator('summary').click()
    await zone('United Kingdom').getByLabel('Price, £').first().fill('4.75')
    await expect(part.getByRole('button', { name: 'Change it' })).toHaveCount(0)
    await part.getByRole('button', { name: 'Discard my changes' }).click()
    await expect(part.getByRole('heading', { name: 'Zones and prices' })).toBeFocused()
    await expect(zone('United Kingdom').getByLabel('Price, £').first()).toHaveValue('4.50')
    await part.getByRole('button', { name: 'Change it' }).click()
    await expect(part.getByLabel('Valid from')).toHaveValue('2035-01-04')
    await page.reload()
    await part.getByRole('button', { name: 'Continue with it' }).click()
    await expect(part.getByLabel('Valid from')).toHaveValue('2035-01-04')
    await part.getByLabel('Valid from').fill('2035-02-01')
    await part.getByRole('button', { name: 'Save' }).click()
    await expect(part.getByText(/^Planned from Thursday 1 February 2035/)).toBeVisible()
    await expect(part.getByText(/^Planned from/)).toHaveCount(1)
    await part.getByRole('button', { name: /^Remove what is planned/ }).click()
    await expect(part.getByText(/^Planned from/)).toHaveCount(0)
  } finally {
    await shop.rows("update private.settings set value = $1::jsonb where name = 'delivery'", [
      JSON.stringify(before?.value),
    ])
    await context.close()
  }
})
