import type { Locator, Page } from '@playwright/test'
import { openCart, putInCart } from './buyer.ts'
import { expect, test } from './shop.ts'

const note = 'Shipping calculated at checkout based on your location'

/** Each line of the sum: its name and its amount. */
async function sumOf(drawer: Locator): Promise<Record<string, string>> {
  const names = await drawer.locator('dl dt').allInnerTexts()
  const amounts = await drawer.locator('dl dd').allInnerTexts()
  return Object.fromEntries(names.map((name, index) => [name, amounts[index] ?? '']))
}

function toPay(drawer: Locator): Locator {
  return drawer.getByText(/^To pay/).locator('..')
}

/** The amounts in the cart in larger letters than the text. */
function largeAmounts(drawer: Locator): Promise<string[]> {
  return drawer.locator('.price').evaluateAll((prices) => {
    const usual = Number.parseFloat(getComputedStyle(document.body).fontSize)
    return prices
      .filter((price) => Number.parseFloat(getComputedStyle(price).fontSize) > usual)
      .map((price) => price.textContent ?? '')
  })
}

test('the cart is one sum up to the amount to pay, the only large figure, and its note is true', async ({ page }) => {
  await putInCart(page, { name: 'Mary Dress', size: '12-14' })
  const drawer = await openCart(page)
  await expect(toPay(drawer)).toContainText('£93.50')
  expect(await sumOf(drawer)).toEqual({ Subtotal: '£89.00', Total: '£89.00', Delivery: '£4.50' })
  expect(await largeAmounts(drawer)).toEqual(['£93.50'])
  await expect(drawer.getByText(note, { exact: true })).toBeVisible()
  await expect(drawer.getByText(note).locator('..')).toHaveText(`${note}: £4.50 to the United Kingdom.`)
  await expect(drawer.getByText('£31.00 more and UK delivery is free.')).toBeVisible()

  await drawer.getByRole('radio', { name: /Tracked 24/ }).check()
  expect(await sumOf(drawer)).toMatchObject({ Total: '£89.00', Delivery: '£6.50' })
  await expect(toPay(drawer)).toContainText('£95.50')
  await expect(drawer.getByText('£31.00 more and Royal Mail Tracked 48 is free.')).toBeVisible()

  await drawer.getByLabel('Deliver to').selectOption('France')
  await expect(drawer.getByText(note).locator('..')).toHaveText(`${note}: £14.95 to France.`)
  expect(await sumOf(drawer)).toMatchObject({ Delivery: '£14.95' })
  await expect(drawer.getByText(/ is free\./)).toHaveCount(0)
})

test('what is missing to free delivery is exact to the penny, with a code too', async ({ page, shop }) => {
  await shop.rows("insert into discount_codes (code, percent) values ('SEVEN', 7) on conflict do nothing")
  const names = { short: 'Zilpah Scarf', gap: 'Zilpah Belt' }
  const add = (name: string, price: number) =>
    shop.rows('insert into products (name, slug, price, description) values ($1, $2, $3, $4)', [
      name,
      name.toLowerCase().replace(' ', '-'),
      price,
      'Of the same cloth.',
    ])
  // 7% of £126.88 is £8.88: £118.00 are left, £2.00 less than free delivery begins with. £2.14 of goods bring £1.99,
  // and £2.15 bring £2.00.
  await add(names.short, 126.88)
  await add(names.gap, 2.15)
  try {
    await putInCart(page, { name: names.short, size: '10-12' })
    const drawer = await openCart(page)
    await drawer.getByLabel('Discount code').fill('SEVEN')
    await drawer.getByRole('button', { name: 'Apply' }).click()
    await expect(drawer.getByText('Discount (7%)')).toBeVisible()
    expect(await sumOf(drawer)).toMatchObject({ 'Discount (7%)': '−£8.88', Total: '£118.00', Delivery: '£4.50' })
    await expect(drawer.getByText('£2.15 more and UK delivery is free.')).toBeVisible()
    await drawer.getByRole('button', { name: 'Close cart' }).click()
    await putInCart(page, { name: names.gap, size: '10-12' })
    await openCart(page)
    expect(await sumOf(drawer)).toMatchObject({ Total: '£120.00', Delivery: 'Free' })
    await expect(drawer.getByText(note).locator('..')).toHaveText(`${note}: free to the United Kingdom.`)
    await expect(drawer.getByText(/more and/)).toHaveCount(0)
  } finally {
    await shop.rows('delete from products where name = any ($1)', [Object.values(names)])
  }
})

test('with fabric samples alone nothing contradicts the letter, whose postage is included', async ({ page }) => {
  const drawer = await cartOfSamples(page)
  expect(await sumOf(drawer)).toEqual({ Subtotal: '£3.00', Total: '£3.00', Delivery: 'Included' })
  await expect(drawer.getByText(note).locator('..')).toHaveText(
    `${note}: a letter to the United Kingdom, postage included.`,
  )
  await expect(drawer.getByRole('radio', { name: /Letter, postage included/ })).toBeChecked()
  await expect(drawer.getByText(/ is free\.|^Free$/)).toHaveCount(0)
})

async function cartOfSamples(page: Page): Promise<Locator> {
  await page.goto('/samples')
  await page.getByRole('checkbox', { name: /^Ruth Skirt/ }).check()
  await page.getByRole('button', { name: 'Add to Cart' }).click()
  await expect(page.getByText('Your fabric samples are in your cart')).toBeVisible()
  return openCart(page)
}
