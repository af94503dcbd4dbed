import { expectAccessible, expectFits } from './accessible.ts'
import { named } from './account-holder.ts'
import { openDashboard } from './admin-people.ts'
import { openCart, putInCart } from './buyer.ts'
import { expect, test } from './shop.ts'

const rows = ['duties', 'packaging', 'responsible_person']

test('a country’s page says what it asks for and what one garment costs there; what the owner enters counts at once', async ({
  browser,
  page,
  shop,
}) => {
  const context = await browser.newContext({ baseURL: shop.url.replace('127.0.0.1', 'localhost') })
  const shopper = await context.newPage()
  try {
    await putInCart(shopper, { name: 'Anna Linen Dress', size: '10-12' })
    const drawer = await openCart(shopper)
    await drawer.getByLabel('Deliver to').selectOption('DE')
    await expect(drawer).toContainText('Customs: Import VAT at your country’s rate')

    await openDashboard(page, shop)
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('link', { name: 'All on one page' }).click()
    const countries = page.getByRole('region', { name: 'Countries', exact: true })
    await countries.locator('summary', { hasText: 'Europe' }).click()
    await countries.getByRole('link', { name: 'What it asks for in Germany' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Germany' })).toBeVisible()
    const missing = page.getByRole('region', { name: /things are missing$/ })
    const need = (title: string) =>
      page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) })
    await expect(need('A responsible person')).toContainText('Missing: a live shop does not deliver without it')
    await expect(need('A responsible person').getByRole('link', { name: 'Regulation (EU) 2023/988' })).toHaveAttribute(
      'href',
      'https://eur-lex.europa.eu/eli/reg/2023/988/oj',
    )
    await expect(need('The notice on the legal guarantee')).toContainText('In force since 27 September 2026')
    await expect(need('Withdrawal on the website')).toContainText('In place')
    await expect(missing).toBeVisible()

    const packaging = need('Registration of packaging in Germany')
    await packaging.getByLabel('Your registration number').fill('DE1234567890123')
    await packaging.getByRole('button', { name: 'Save' }).click()
    await expect(packaging).toContainText('In place')

    const customs = page.getByRole('region', { name: 'Customs and tax' })
    await expect(customs).toContainText('European Union, checked on 29 November 2026')
    await customs.getByLabel('You pay before the parcel leaves').check()
    await customs.getByLabel('Duty, %').fill('lots')
    await customs.getByRole('button', { name: 'Save' }).click()
    await expect(customs.getByText('Please enter a rate from 0 to 200 per cent, or leave it blank.')).toBeVisible()
    await customs.getByLabel('Duty, %').fill('10')
    await customs.getByRole('button', { name: 'Save' }).click()
    await expect(customs).toContainText('You entered this.')

    // 10% of duty on the dress, 19% of VAT on dress, delivery and duty.
    const cost = page.getByRole('region', { name: 'What one garment costs there' })
    await cost.getByLabel('Garment').selectOption({ label: 'Anna Linen Dress' })
    await expect(cost.getByRole('definition')).toHaveText(['£86.00', '£14.95', '£8.60', '£20.81', '£0.50', '£130.86'])
    await expect(cost).toContainText('Import tax, 19%')
    await expectFits(page, [390, 1280])
    await expectAccessible(page)
    await page.setViewportSize({ width: 390, height: 900 })
    await expectAccessible(page)

    await shopper.reload()
    await openCart(shopper)
    await expect(drawer).toContainText('Customs: We pay the duty and import tax on your parcel before it leaves.')

    await customs.getByLabel('As this program knows it: customers pay on arrival').check()
    await customs.getByLabel('Valid from').fill('2035-01-04')
    await customs.getByRole('button', { name: 'Save' }).click()
    await expect(customs.getByText(/^Planned from Thursday 4 January 2035/)).toBeVisible()
    await customs.getByRole('button', { name: /^Remove what is planned/ }).click()
    await expect(customs.getByText(/^Planned from/)).toHaveCount(0)

    await need('A responsible person').getByRole('link', { name: 'Enter the responsible person' }).click()
    const person = page.getByRole('region', { name: 'EU responsible person' })
    await person.getByLabel('Name', { exact: true }).fill('Maeve Byrne')
    await person.getByRole('button', { name: 'Save' }).click()
    await expect(person.getByText('Please enter the full postal address too.')).toBeVisible()
    await person.getByLabel('Their postal address').fill('2 Main Street\nCork\nIreland')
    await person.getByLabel('Their e-mail address').fill('maeve@example.com')
    await person.getByRole('button', { name: 'Save' }).click()
    await expect(person.getByRole('button', { name: 'Save' })).toHaveAttribute('aria-disabled', 'true')
    await page.goto(`${named(shop)}/admin/delivery/FR`)
    await expect(need('A responsible person')).toContainText('In place')
    await shopper.goto('/product/anna-linen-dress')
    await shopper.getByText('Maker', { exact: true }).click()
    await expect(shopper.getByRole('main').getByText('Maeve Byrne')).toBeVisible()
  } finally {
    await shop.rows('delete from private.settings where name = any($1)', [rows])
    await context.close()
  }
})

test('a country where the shop pays the duty asks for its service code; an unknown one is said to be none', async ({
  page,
  shop,
}) => {
  await openDashboard(page, shop)
  await page.goto(`${named(shop)}/admin/delivery/US`)
  await expect(page.getByRole('heading', { level: 1, name: 'United States' })).toBeVisible()
  await expect(page.getByText('Duty paid before the parcel leaves', { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Enter the service code' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Customs and tax' })).toContainText('You pay before the parcel leaves')
  await expect(page.getByText('This program doesn’t know the duty here.')).toBeVisible()
  await expectFits(page, [390, 1280])
  await expectAccessible(page)
  await page.goto(`${named(shop)}/admin/delivery/GB`)
  await expect(page.getByRole('heading', { name: 'A responsible person' })).toBeVisible()
  // No border is on the way.
  await expect(page.getByRole('region', { name: 'Customs and tax' })).toHaveCount(0)
  await page.goto(`${named(shop)}/admin/delivery/XX`)
  await expect(page.getByText('There is no such country.')).toBeVisible()
})
