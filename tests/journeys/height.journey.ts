import { expectAccessible } from './accessible.ts'
import { goToPayment, openCart, pay } from './buyer.ts'
import { expect, test } from './shop.ts'

test('a height typed in feet is kept, offered at the next garment, changed in the cart and stored with its line', async ({
  page,
  shop,
}) => {
  await page.setViewportSize({ width: 390, height: 664 })
  await page.goto('/product/mary-dress')
  const height = page.getByRole('textbox', { name: 'Your height (hemmed free)' })
  await expect(height).toHaveAccessibleDescription('Optional. In centimetres, or in feet and inches.')
  await page.getByRole('radio', { name: '10–12', exact: true }).check()
  await height.fill('9 ft 4')
  const add = page.locator('#sizes').getByRole('button', { name: /^(Add to Cart|Pre-Order Now)$/ })
  await add.click()
  const wrong = 'Please enter a height from 140 to 200 cm, such as 168 or 5 ft 6.'
  await expect(page.getByRole('alert').filter({ hasText: wrong })).toBeVisible()
  await expect(height).toBeFocused()
  await expectAccessible(page)
  expect(await page.evaluate(() => localStorage.getItem('tkw-cart'))).toBeNull()

  // The Enter key confirms the height and adds nothing.
  await height.fill('5\'4½"')
  await height.press('Enter')
  await expect(height).toHaveValue('164 cm')
  expect(await page.evaluate(() => localStorage.getItem('tkw-cart'))).toBeNull()
  await add.click()
  await expect(page.getByText('Mary Dress has been added to your cart')).toBeVisible()

  await page.goto('/product/ruth-skirt')
  await expect(height).toHaveValue('164 cm')
  await page.getByRole('radio', { name: '10–12', exact: true }).check()
  await page
    .locator('#sizes')
    .getByRole('button', { name: /^(Add to Cart|Pre-Order Now)$/ })
    .click()
  const drawer = await openCart(page)
  const skirt = drawer.getByRole('listitem', { name: 'Ruth Skirt' })
  await expect(skirt).toContainText('Height 164 cm')

  // By keyboard: another height for one line, then none for the other.
  const change = skirt.getByRole('button', { name: 'Change height' })
  await change.focus()
  await page.keyboard.press('Enter')
  const field = skirt.getByRole('textbox', { name: 'Height' })
  await expect(field).toBeFocused()
  await page.keyboard.type('tall')
  await page.keyboard.press('Enter')
  await expect(skirt.getByRole('alert')).toHaveText(wrong)
  await expectAccessible(page, { within: '[role=dialog]' })
  await field.fill('1.70 m')
  await page.keyboard.press('Enter')
  await expect(change).toBeFocused()
  await expect(skirt).toContainText('Height 170 cm')
  const dress = drawer.getByRole('listitem', { name: 'Mary Dress' })
  await dress.getByRole('button', { name: 'Change height' }).click()
  await dress.getByRole('button', { name: 'Remove height' }).click()
  await expect(dress).not.toContainText('Height')

  const payment = await goToPayment(page)
  await pay(payment, { email: 'hemmed@example.com' })
  await expect(payment.getByRole('heading', { name: 'Order Confirmed!' })).toBeVisible()
  const lines = await shop.rows(
    `select l.name, l.height_cm from order_lines l join pre_orders o on o.id = l.order_id
      where o.customer_email = 'hemmed@example.com' order by l.position`,
  )
  expect(lines).toEqual([
    { name: 'Mary Dress', height_cm: null },
    { name: 'Ruth Skirt', height_cm: 170 },
  ])

  // An emptied field is forgotten.
  await page.goto('/product/mary-dress')
  await expect(height).toHaveValue('164 cm')
  await height.fill('')
  await height.blur()
  await page.reload()
  await expect(height).toHaveValue('')
})

test('a garment without a hem asks for no height', async ({ page, shop }) => {
  await shop.rows(`update products set kind = 'accessory' where slug = 'ruth-skirt'`)
  try {
    const height = page.getByRole('textbox', { name: 'Your height (hemmed free)' })
    // The cached page is dropped a moment after the change.
    await expect(async () => {
      await page.goto('/product/ruth-skirt')
      await expect(page.getByRole('radio', { name: '10–12', exact: true })).toBeVisible()
      await expect(height).toHaveCount(0, { timeout: 500 })
    }).toPass()
    await page.getByRole('radio', { name: '10–12', exact: true }).check()
    await page
      .locator('#sizes')
      .getByRole('button', { name: /^(Add to Cart|Pre-Order Now)$/ })
      .click()
    await expect(page.getByText('Ruth Skirt has been added to your cart')).toBeVisible()
    await page.goto('/product/mary-dress')
    await expect(height).toBeVisible()

    // So does a cart that has had one since before.
    await page.evaluate(() => {
      const [line] = JSON.parse(localStorage.getItem('tkw-cart') ?? '[]')
      localStorage.setItem('tkw-cart', JSON.stringify([{ ...line, heightCm: 168 }]))
    })
    await page.reload()
    const line = (await openCart(page)).getByRole('listitem', { name: 'Ruth Skirt' })
    await expect(line.getByRole('button', { name: 'Increase quantity' })).toBeVisible()
    await expect(line).not.toContainText('Height')
  } finally {
    await shop.rows(`update products set kind = 'skirt' where slug = 'ruth-skirt'`)
  }
})
