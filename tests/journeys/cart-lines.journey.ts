import { expectAccessible } from './accessible.ts'
import { goToPayment, keptCart, openCart, putInCart } from './buyer.ts'
import { expect, test } from './shop.ts'
import { notices } from './signing.ts'

test('a full pre-order says so at its line before checkout, which does not start, and offers its waiting list', async ({
  page,
  shop,
}) => {
  const [gown] = await shop.rows<{ id: string }>(
    `insert into products (name, slug, price, description, is_preorder, preorder_end_date, preorder_limit)
     values ('Keziah Gown', 'keziah-gown', 148, 'One of it.', true, now() + interval '9 days', 1) returning id`,
  )
  const [order] = await shop.rows<{ id: string }>(
    `insert into pre_orders (product_name, product_size, product_price, final_amount, payment_provider, provider_state)
     values ('Keziah Gown', '8-10', 148, 148, 'test', 'paid') returning id`,
  )
  try {
    await putInCart(page, { name: 'Ruth Skirt', size: '10-12' })
    await page.goto('/product/keziah-gown')
    await page.getByRole('radio', { name: '10–12', exact: true }).check()
    await page.getByRole('button', { name: 'Pre-Order Now' }).click()
    await expect(page.getByRole('button', { name: 'Open cart, 2 items' })).toBeVisible()
    // Another customer buys the only one.
    await shop.rows(
      `insert into order_lines (order_id, position, product_id, slug, name, size, unit_price, quantity, is_preorder, dispatch_by)
       values ($1, 1, $2, 'keziah-gown', 'Keziah Gown', '8-10', 148, 1, true, now())`,
      [order?.id, gown?.id],
    )
    const drawer = page.getByRole('dialog', { name: 'Your Cart' })
    const line = drawer.getByRole('listitem', { name: 'Keziah Gown' })
    const note = line.getByText('The pre-order for the Keziah Gown is full.')
    await expect(async () => {
      await page.keyboard.press('Escape')
      await openCart(page)
      await expect(note).toBeVisible({ timeout: 1_000 })
    }).toPass()
    await expect(drawer.getByText('The Keziah Gown can’t be ordered just now. Remove it to check out.')).toBeVisible()
    await expect(drawer.getByText(/^To pay/)).toHaveCount(0)
    await expect(line.getByRole('button', { name: 'Increase quantity' })).toHaveCount(0)
    await expectAccessible(page, { within: '[role=dialog]' })

    await drawer.getByRole('button', { name: 'Checkout with Stripe' }).click()
    await expect(note).toBeFocused()
    expect(page.context().pages()).toHaveLength(1)
    const begun = `select o.id from pre_orders o join order_lines l on l.order_id = o.id
      where l.slug = 'keziah-gown' and o.provider_state in ('creating', 'open')`
    expect(await shop.rows(begun)).toEqual([])
    await expect(drawer.getByText('Checkout Error')).toHaveCount(0)

    await line.getByRole('link', { name: 'Join the waiting list' }).click()
    await expect(page).toHaveURL(/\/product\/keziah-gown#waiting$/)
    await expect(drawer).toBeHidden()
    await openCart(page)
    await line.getByRole('button', { name: 'Remove' }).click()
    await expect(drawer.getByText(/^To pay/)).toBeVisible()
    await goToPayment(page)
  } finally {
    await shop.rows('delete from products where id = $1', [gown?.id])
    await shop.rows('delete from pre_orders where id = $1', [order?.id])
  }
})

test('a garment that is not sold, a size that is gone and a new price are said at their lines, with what to do', async ({
  page,
  shop,
}) => {
  await shop.rows(
    `insert into products (name, slug, price, description, sizes)
     values ('Adah Dress', 'adah-dress', 80, 'Linen.', '{8-10,10-12}'), ('Bilhah Dress', 'bilhah-dress', 80, 'Linen.', '{8-10,10-12}'),
            ('Carmel Dress', 'carmel-dress', 80, 'Linen.', '{8-10,10-12}')`,
  )
  try {
    for (const name of ['Adah Dress', 'Bilhah Dress', 'Carmel Dress']) await putInCart(page, { name, size: '10-12' })
    await shop.rows(`update products set active = false where slug = 'adah-dress'`)
    await shop.rows(`update products set sizes = '{8-10}' where slug = 'bilhah-dress'`)
    await shop.rows(`update products set price = 85 where slug = 'carmel-dress'`)
    const drawer = await openCart(page)
    const line = (name: string) => drawer.getByRole('listitem', { name })
    await expect(line('Adah Dress').getByText('The Adah Dress isn’t available just now.')).toBeVisible()
    await expect(line('Adah Dress').getByRole('link', { name: 'Join the waiting list' })).toHaveAttribute(
      'href',
      '/product/adah-dress#waiting',
    )
    await expect(line('Bilhah Dress').getByText('This size is no longer available.')).toBeVisible()
    await expect(line('Bilhah Dress').getByRole('link', { name: 'Choose another size' })).toHaveAttribute(
      'href',
      '/product/bilhah-dress',
    )
    await expect(line('Carmel Dress').getByText('The price has changed from £80.00 to £85.00.')).toBeVisible()
    await expect(drawer.getByText('2 garments can’t be ordered just now. Remove them to check out.')).toBeVisible()
    for (const name of ['Adah Dress', 'Bilhah Dress']) await line(name).getByRole('button', { name: 'Remove' }).click()
    await expect(drawer.getByText(/^To pay/).locator('..')).toContainText('£89.50')
    await goToPayment(page)
  } finally {
    await shop.rows(`delete from products where slug in ('adah-dress', 'bilhah-dress', 'carmel-dress')`)
  }
})

test('a second size and a second garment, added while the notice is up, have notices of their own', async ({
  page,
}) => {
  await page.goto('/product/mary-dress')
  const add = page.locator('#sizes').getByRole('button', { name: 'Add to Cart' })
  const newest = notices(page).locator('[data-front=true]')
  const choose = (size: string) => page.getByRole('radio', { name: size, exact: true }).check()
  await choose('10–12')
  await add.click()
  await expect(newest).toContainText('Mary Dress has been added to your cart')
  await expect(newest).toContainText('Size 10–12')
  await newest.evaluate((notice) => notice.setAttribute('data-first', ''))

  await choose('12–14')
  await add.click()
  await expect(newest).toContainText('Size 12–14')
  await expect(newest.getByText('Added to Cart', { exact: true })).toBeVisible()
  await expect(newest.getByText('Mary Dress has been added to your cart', { exact: true })).toBeVisible()
  // A live region announces what is new in it, and a visitor sees it come.
  await expect(notices(page).locator('[data-first]')).toHaveCount(0)

  await add.click()
  await expect(newest.getByText('Cart Updated', { exact: true })).toBeVisible()
  await expect(newest.getByText('Mary Dress quantity updated', { exact: true })).toBeVisible()
  await expect(newest).toContainText('Size 12–14, 2 in your cart')
  await expect(notices(page).getByRole('listitem')).toHaveCount(1)
  await newest.evaluate((notice) => notice.setAttribute('data-third', ''))
  await add.click()
  await expect(newest).toContainText('Size 12–14, 3 in your cart')
  await expect(notices(page).locator('[data-third]')).toHaveCount(0)
})

for (const width of [390, 1280]) {
  test(`what was removed can be put back in its place, by the keyboard too (${width} px)`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 })
    await putInCart(page, { name: 'Mary Dress', size: '12-14', quantity: 2 })
    await putInCart(page, { name: 'Ruth Skirt', size: '10-12' })
    const before = await keptCart(page)
    const drawer = await openCart(page)
    const line = drawer.getByRole('listitem', { name: 'Mary Dress' })
    await line.getByRole('button', { name: 'Remove' }).click()
    const notice = notices(page).getByRole('listitem')
    await expect(notice).toContainText('Removed from Cart')
    await expect(notice).toContainText('Item has been removed from your cart')
    await expect(notice).toContainText('Mary Dress, size 12–14')
    await expect(line).toHaveCount(0)
    for (const free of [
      drawer.getByRole('heading', { name: 'Your Cart' }),
      drawer.getByText('Ruth Skirt', { exact: true }),
    ])
      await expect(free).toBeInViewport({ ratio: 1 })
    await notice.getByRole('button', { name: 'Put it back' }).press('Enter')
    await expect(line).toBeVisible()
    expect(await keptCart(page)).toEqual(before)

    // The last garment too, and the notice outlives the drawer.
    for (const name of ['Mary Dress', 'Ruth Skirt'])
      await drawer.getByRole('listitem', { name }).getByRole('button', { name: 'Remove' }).click()
    await expect(drawer.getByText('Your cart is empty')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(drawer).toBeHidden()
    await expect(notice).toHaveCount(1)
    await notice.getByRole('button', { name: 'Put it back' }).click()
    await expect.poll(() => keptCart(page)).toMatchObject([{ name: 'Ruth Skirt' }])
  })
}

test('a code that does not apply is refused once, in the shop’s words, and the notice covers nothing', async ({
  page,
  shop,
}) => {
  await shop.rows("insert into discount_codes (code, percent, minimum_subtotal) values ('MANY', 10, 200)")
  // Typing into a drawer that still slides in would scroll it.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 390, height: 844 })
  await putInCart(page, { name: 'Anna Linen Dress', size: '10-12' })
  const drawer = await openCart(page)
  const code = drawer.getByLabel('Discount code')
  // A press on what is still covered would scroll the drawer.
  await expect(notices(page).getByRole('listitem')).toHaveCount(0)
  await code.fill('MANY')
  await drawer.getByRole('button', { name: 'Apply' }).click()
  const notice = notices(page).getByRole('listitem')
  await expect(notice).toContainText('Invalid Discount Code')
  const message = /^This code needs £200 of garments\. You have £\d+\.$/
  await expect(notice.getByText(message)).toBeVisible()
  await expect(drawer.getByText(message).filter({ visible: true })).toHaveCount(1)
  await expect(code).toHaveAccessibleDescription(message)
  for (const free of [drawer.getByRole('heading', { name: 'Your Cart' }), drawer.getByText('Anna Linen Dress')]) {
    await expect(free).toBeInViewport({ ratio: 1 })
    expect(
      await free.evaluate((part) => {
        const { x, y, width, height } = part.getBoundingClientRect()
        return part.contains(document.elementFromPoint(x + width / 2, y + height / 2))
      }),
    ).toBe(true)
  }
  await expectAccessible(page, { within: '[role=dialog]' })
  await code.fill('MAN')
  await expect(notice).toBeHidden()
  await expect(code).not.toHaveAttribute('aria-invalid', 'true')
})
