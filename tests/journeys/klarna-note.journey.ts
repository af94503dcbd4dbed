import type { Locator } from '@playwright/test'
import { openCart, putInCart } from './buyer.ts'
import { expect, test } from './shop.ts'

test('the cart and the marks of ways to pay promise Klarna only where checkout offers it', async ({ page, shop }) => {
  const [skirt] = await shop.rows<{ id: string }>(
    `insert into products (name, slug, price, description, is_preorder, preorder_end_date)
     values ('Judith Cape', 'judith-cape', 148, 'Warm.', true, shop_now() + interval '30 days') returning id`,
  )
  try {
    await putInCart(page, { name: 'Ruth Skirt', size: '10-12' })
    const drawer = await openCart(page)
    await expect(drawer.getByText('Secure payment via Stripe • Klarna available')).toBeVisible()
    const marks = (place: Locator) => place.getByRole('list', { name: 'Ways to pay' }).getByRole('img')
    const cards = ['Visa', 'Mastercard', 'American Express']
    const shown = (place: Locator) =>
      marks(place).evaluateAll((all) => all.map((mark) => mark.getAttribute('aria-label')))
    expect(await shown(drawer)).toEqual([...cards, 'Klarna'])
    await page.goto('/product/ruth-skirt')
    expect(await shown(page.getByRole('main'))).toEqual([...cards, 'Klarna'])
    await page.goto('/product/judith-cape')
    expect(await shown(page.getByRole('main'))).toEqual(cards)
    await page.getByRole('radio', { name: '10–12', exact: true }).check()
    await page.getByRole('button', { name: 'Pre-Order Now' }).click()
    await expect(page.getByRole('button', { name: 'Open cart, 2 items' })).toBeVisible()
    await openCart(page)
    await expect(
      drawer.getByText(/^Secure payment via Stripe • Klarna isn’t available for dispatch after \w+day \d+ \w+$/),
    ).toBeVisible()
    await expect(drawer.getByText(/Klarna available/)).toHaveCount(0)
    expect(await shown(drawer)).toEqual(cards)
  } finally {
    await shop.rows('delete from products where id = $1', [skirt?.id])
  }
})
