import { expectAccessible } from './accessible.ts'
import { goToPayment, openCart, pay } from './buyer.ts'
import { expect, test } from './shop.ts'

test('a customer sees a garment at their height, in flats and heels, by keyboard; the height is kept for the next garment', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 664 })
  await page.goto('/product/mary-dress')
  const part = page.getByRole('region', { name: 'Where the hem falls on you' })
  await part.scrollIntoViewIfNeeded()
  // The woman and her garment are drawn once the part is nearly in view.
  await expect.poll(() => part.locator('svg[role=img] path').count()).toBeGreaterThan(20)
  await expect(
    part.getByText('At 165 cm in flats the hem just touches the floor. With your height we’ll hem it free.'),
  ).toBeVisible()
  const slider = part.getByRole('slider', { name: 'Height' })
  await expect(slider).toHaveAttribute('aria-valuetext', '165 cm, 5′5″')
  await expect(async () => {
    await slider.fill('174')
    await slider.focus()
    await page.keyboard.press('ArrowRight')
    await expect(part.getByText('At 175 cm in flats', { exact: false })).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await expect(
    part.getByText('At 175 cm in flats the hem falls at the ankle bone, 8 cm above the floor.'),
  ).toBeVisible()
  await part.getByRole('combobox', { name: 'Shoes' }).selectOption('5 cm heels')
  const sentence = 'At 175 cm in 5 cm heels the hem falls at the ankle bone, 13 cm above the floor.'
  await expect(part.getByText(sentence)).toBeVisible()
  await expect(part.getByRole('img')).toHaveAccessibleName(
    `A drawing of the Mary Dress on a woman 175 cm tall. ${sentence}`,
  )
  await part.getByText('The hem at other heights').click()
  await expect(part.getByRole('row', { name: /^160 cm/ })).toContainText('5 cm too long; we’ll hem it free')
  await expectAccessible(page)

  await page.goto('/product/ruth-skirt')
  await part.scrollIntoViewIfNeeded()
  await expect(part.getByText(/^At 175\scm in 5\scm heels the hem/)).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Your height (hemmed free)' })).toHaveValue('175 cm')
})

test('the slider, the list and the fields of the order are one: her hem is where it will be, and the shoes go with the order', async ({
  page,
  shop,
}) => {
  await page.setViewportSize({ width: 390, height: 664 })
  await page.goto('/product/mary-dress')
  const part = page.getByRole('region', { name: 'Where the hem falls on you' })
  const height = page.getByRole('textbox', { name: 'Your height (hemmed free)' })
  const shoes = page.getByRole('combobox', { name: 'Your shoes' })
  await expect(shoes).toBeHidden()
  await part.scrollIntoViewIfNeeded()
  await expect(part.getByText('At 165 cm in flats the hem just touches the floor. With your height')).toBeVisible()
  await height.scrollIntoViewIfNeeded()
  await height.fill('150')
  // The slider follows while the field still has the focus.
  await expect(part.getByRole('slider', { name: 'Height' })).toHaveValue('150')
  const hemmed = 'At 150 cm in flats it’s 13 cm too long. We’ll take it up 15 cm, so it clears the floor by 2.'
  await expect(part.getByText(hemmed)).toBeVisible()
  await expect(part.getByRole('img')).toHaveAccessibleName(
    `A drawing of the Mary Dress on a woman 150 cm tall. ${hemmed}`,
  )
  await part.getByRole('slider', { name: 'Height' }).fill('160')
  await expect(height).toHaveValue('160 cm')
  await shoes.selectOption('5 cm heels')
  await expect(part.getByRole('combobox', { name: 'Shoes' })).toHaveValue('5')
  await expect(
    part.getByText('At 160 cm in 5 cm heels the hem just touches the floor. We’ll take it up 2 cm'),
  ).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('radio', { name: '10–12', exact: true }).check()
  await page.locator('#sizes').getByRole('button', { name: 'Add to Cart' }).click()
  const drawer = await openCart(page)
  await expect(drawer.getByText('Height 160 cm, in 5 cm heels')).toBeVisible()
  const payment = await goToPayment(page)
  const email = `heels-${Date.now()}@example.com`
  await pay(payment, { email })
  await expect(payment.getByText('Height 160 cm, in 5 cm heels')).toBeVisible()
  const lines = await shop.rows(
    `select l.height_cm, l.heel_cm from order_lines l join pre_orders o on o.id = l.order_id where o.customer_email = $1`,
    [email],
  )
  expect(lines).toEqual([{ height_cm: 160, heel_cm: 5 }])
  const message = () => shop.rows<{ text: string }>('select text from private.mailbox where recipient = $1', [email])
  await expect.poll(async () => (await message())[0]?.text).toContain('Height 160 cm, in 5 cm heels')
})

test('a garment that is not hemmed asks for nothing: a cape has its hem and no field', async ({ page }) => {
  await page.goto('/product/rebekah-cape')
  const part = page.getByRole('region', { name: 'Where the hem falls on you' })
  await part.scrollIntoViewIfNeeded()
  await expect(part.getByText(/^At 165\scm in flats the hem/)).toBeVisible()
  await expect(page.getByRole('textbox', { name: /Your height/ })).toHaveCount(0)
  await part.getByText('The hem at other heights').click()
  await expect(part).not.toContainText('hem it free')
})

test('the figure is beside the size finder too: in its dialog, and on the size guide for any garment', async ({
  page,
}) => {
  await page.goto('/product/mary-dress')
  await page.getByRole('link', { name: 'Find your size' }).click()
  const finder = page.getByRole('dialog', { name: 'Find your size' })
  const beside = finder.getByRole('region', { name: 'Where the hem falls on you' })
  await beside.getByRole('slider', { name: 'Height' }).fill('175')
  await expect(
    beside.getByText('At 175 cm in flats the hem falls at the ankle bone, 8 cm above the floor.'),
  ).toBeVisible()
  await expectAccessible(page, { within: 'dialog' })
  await page.keyboard.press('Escape')

  await page.goto('/size-guide')
  const part = page.getByRole('region', { name: 'Where the hem falls on you' })
  await part.scrollIntoViewIfNeeded()
  await expect(part.getByText(/^At 175\scm in flats/)).toBeVisible()
  const garment = part.getByRole('combobox', { name: 'Garment' })
  await garment.focus()
  await garment.selectOption('Ruth Skirt')
  await expect(garment).toBeFocused()
  await expect(part.getByRole('img')).toHaveAccessibleName(/^A drawing of the Ruth Skirt on a woman 175 cm tall\./)
  await part.getByText('The hem at other heights').click()
  await expect(part.getByRole('table', { name: 'Where the hem of the Ruth Skirt falls, by height' })).toBeVisible()
  await expectAccessible(page)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  test('the size guide says where the hem of its first garment falls, with the table and no empty frame', async ({
    page,
  }) => {
    await page.goto('/size-guide')
    const part = page.getByRole('region', { name: 'Where the hem falls on you' })
    await expect(part.getByText(/^At 165\scm in flats /)).toBeVisible()
    await expect(part.getByRole('img')).toBeHidden()
    await part.getByText('The hem at other heights').click()
    await expect(part.getByRole('row')).toHaveCount(9)
  })

  test('a garment’s page says where the hem falls at 165 cm, with the table of all heights', async ({ page }) => {
    await page.goto('/product/esther-gown')
    const part = page.getByRole('region', { name: 'Where the hem falls on you' })
    await expect(part.getByText(/^At 165\scm in /)).toBeVisible()
    await expect(part.getByRole('img')).toBeHidden()
    await part.getByText('The hem at other heights').click()
    await expect(part.getByRole('row')).toHaveCount(9)
  })
})
