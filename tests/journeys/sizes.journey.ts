import { goToPayment, openCart, pay } from './buyer.ts'
import { expect, test } from './shop.ts'

test('a visitor finds a size on the product page and orders with measurements, which the owner sees', async ({
  page,
  shop,
}) => {
  await page.goto('/product/mary-dress')
  await page.getByRole('link', { name: 'Find your size' }).click()
  const finder = page.getByRole('dialog', { name: 'Find your size' })
  const bust = finder.getByRole('textbox', { name: 'Bust' })
  await expect(bust).toBeFocused()
  await finder.getByRole('button', { name: 'Find my size' }).click()
  await expect(finder.getByRole('alert').first()).toHaveText('Please enter your bust, for example 96.')
  for (const [part, typed] of Object.entries({ Bust: '92', Waist: '75', Hips: '100' })) {
    await finder.getByRole('textbox', { name: part }).fill(typed)
  }
  await bust.press('Enter')
  await expect(finder.getByRole('button', { name: 'Choose 10–12' })).toBeVisible()
  await expect(bust).toBeFocused()
  await finder.getByRole('button', { name: 'Choose 10–12' }).click()
  await expect(finder).toBeHidden()
  const size = page.getByRole('radio', { name: '10–12', exact: true })
  await expect(size).toBeChecked()
  await expect(size).toHaveAccessibleDescription('Bust 88–93, waist 71–76, hips 96–101 cm')

  // The size is stored in this browser: another product page offers it, and only a press selects it.
  await page.goto('/product/ruth-skirt')
  await expect(page.getByText('Your size here: UK 10–12')).toBeVisible()
  await expect(page.getByRole('radio', { name: '10–12', exact: true })).not.toBeChecked()
  await page.getByRole('button', { name: 'Choose it' }).click()
  await page.getByRole('checkbox', { name: /^Send my measurements with it/ }).check()
  await page
    .locator('#sizes')
    .getByRole('button', { name: /^(Add to Cart|Pre-Order Now)$/ })
    .click()
  const drawer = await openCart(page)
  await expect(drawer).toContainText('With your measurements: bust 92, waist 75, hips 100 cm, to flow.')
  const payment = await goToPayment(page)
  await pay(payment, { email: 'measured@example.com' })
  await expect(payment.getByRole('heading', { name: 'Order Confirmed!' })).toBeVisible()
  const [line] = await shop.rows<{ size_advice: object }>(
    "select l.size_advice from order_lines l join pre_orders o on o.id = l.order_id where o.customer_email = 'measured@example.com'",
  )
  expect(line?.size_advice).toEqual({ size: '10-12', ease: 'flowing', bust: 92, waist: 75, hips: 100, unit: 'cm' })

  // Another unit, then 'Clear'.
  await page.goto('/size-guide')
  await page.getByRole('radio', { name: 'Inches' }).check()
  const typed = (part: string) => page.getByRole('textbox', { name: part })
  await expect(typed('Bust')).toHaveValue('36')
  await page.getByRole('radio', { name: 'Centimetres' }).check()
  await expect(typed('Bust')).toHaveValue('92')
  // A new result without a size removes the stored size.
  await typed('Bust').fill('120')
  await page.getByRole('button', { name: 'Find my size' }).click()
  await expect(page.getByText('We’ve cleared 10–12 as your size.')).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('tkw-size'))).not.toContain('10-12')
  // Typed in the other unit.
  for (const [part, inches] of Object.entries({ Bust: '36', Waist: '30', Hips: '40' })) await typed(part).fill(inches)
  await page.getByRole('button', { name: 'Find my size' }).click()
  await page.getByRole('button', { name: 'Yes, use inches' }).click()
  await expect(page.getByRole('radio', { name: 'Inches' })).toBeChecked()
  await expect(typed('Bust')).toHaveValue('36')
  await page.evaluate(() => {
    const sizeAdvice = JSON.parse(localStorage.getItem('tkw-size') ?? 'null')
    const line = { id: 'a', name: 'Mary Dress', price: 89, quantity: 1, size: '10-12', imageUrl: null, sizeAdvice }
    localStorage.setItem('tkw-cart', JSON.stringify([line]))
  })
  await page.getByRole('button', { name: 'Clear my measurements' }).click()
  await expect(page.getByText('Your measurements have been cleared.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Bust' })).toBeFocused()
  expect(await page.evaluate(() => localStorage.getItem('tkw-cart'))).not.toContain('bust')
  await page.goto('/product/ruth-skirt')
  await expect(page.getByText('Between two sizes?')).toBeVisible()
  await page.evaluate(() => {
    const stored = { size: '10-12', ease: 'close', bust: 92, waist: 75, hips: 100, unit: 'cm' }
    localStorage.setItem('tkw-size', JSON.stringify(stored))
  })
  await page.reload()
  await page.getByRole('button', { name: 'Change', exact: true }).click()
  await finder.getByRole('button', { name: 'Clear my measurements' }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('radio').first()).toBeFocused()
})

test('the keyboard opens, enlarges and closes a full-size picture, which is a link without JavaScript', async ({
  page,
  browser,
  shop,
}) => {
  await page.goto('/product/mary-dress')
  const pictures = page.getByRole('group', { name: 'Pictures' }).getByRole('link')
  const first = pictures.first()
  await first.focus()
  await page.keyboard.press('Enter')
  const view = page.getByRole('dialog', { name: 'Pictures at full size' })
  await expect(view.getByRole('button', { name: 'Zoom in' })).toBeFocused()
  await page.keyboard.press('+')
  await expect(view.getByRole('button', { name: 'Zoom out' })).toHaveAttribute('aria-disabled', 'false')
  await page.keyboard.press('0')
  await page.keyboard.press('ArrowRight')
  await expect(view.getByRole('status')).toContainText(`2 / ${await pictures.count()}`)
  await page.keyboard.press('Escape')
  await expect(view).toBeHidden()
  await expect(first).toBeFocused()

  const without = await browser.newContext({ javaScriptEnabled: false, baseURL: shop.url })
  const plain = await without.newPage()
  await plain.goto('/product/mary-dress')
  const href =
    (await plain
      .getByRole('link', { name: /Enlarge$/ })
      .first()
      .getAttribute('href')) ?? ''
  expect((await plain.request.get(href)).headers()['content-type']).toMatch(/^image\//)
  await without.close()
})

test('the size guide prints on one page, and no table overlaps the text', async ({ page }) => {
  // The width of the paper without its margins.
  await page.setViewportSize({ width: 680, height: 1009 })
  await page.goto('/size-guide')
  const sheets = (await page.pdf({ preferCSSPageSize: true })).toString('latin1').match(/\/Type\s*\/Page\b/g)
  expect(sheets).toHaveLength(1)
  await page.emulateMedia({ media: 'print' })
  const table = await page.getByRole('table', { name: /Full length/ }).boundingBox()
  const words = await page.getByText(/^In flat shoes these end/).boundingBox()
  expect((table?.x ?? 0) + (table?.width ?? 0)).toBeLessThanOrEqual(words?.x ?? 0)
})
