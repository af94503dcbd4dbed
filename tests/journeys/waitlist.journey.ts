import { expectAccessible } from './accessible.ts'
import { emailTo } from './mailbox.ts'
import { expect, test } from './shop.ts'

test('a visitor of a sold-out pre-order joins the waitlist, leaves it through the e-mail, and sees recently viewed products', async ({
  page,
  shop,
}) => {
  const email = `ruth-${crypto.randomUUID()}@example.com`
  const [gown] = await shop.rows<{ id: string }>(
    `insert into products (name, slug, price, description, is_preorder, preorder_end_date, preorder_limit)
     values ('Waiting Gown', 'waiting-gown', 148, 'Few of them.', true, now() + interval '9 days', 1) returning id`,
  )
  const [order] = await shop.rows<{ id: string }>(
    `insert into pre_orders (product_name, product_size, product_price, final_amount, payment_provider, provider_state)
     values ('Waiting Gown', '8-10', 148, 148, 'test', 'paid') returning id`,
  )
  try {
    await page.goto('/product/mary-dress')
    await expect.poll(() => page.evaluate(() => localStorage.getItem('tkw-seen'))).not.toBeNull()
    await page.goto('/product/waiting-gown')
    await expect(page.getByRole('button', { name: /pre-order/i })).toBeVisible()
    await shop.rows(
      `insert into order_lines (order_id, position, product_id, slug, name, size, unit_price, quantity, is_preorder, dispatch_by)
       values ($1, 1, $2, 'waiting-gown', 'Waiting Gown', '8-10', 148, 1, true, now())`,
      [order?.id, gown?.id],
    )
    await expect(async () => {
      await page.reload()
      await expect(page.getByRole('heading', { name: 'This pre-order is full' })).toBeVisible({ timeout: 500 })
    }).toPass()
    await expect(page.getByRole('heading', { name: 'Recently viewed' })).toBeAttached()
    await expect(page.getByRole('list').getByRole('link', { name: 'Mary Dress' }).last()).toBeAttached()
    await expectAccessible(page)

    // No link leads to a sold-out pre-order, and the way to its waitlist remains.
    await page.goto('/shop?q=waiting')
    await expect(page.getByText('Pre-order full · join the waiting list').first()).toBeVisible()
    await expect(page.getByText('Pre-orders for Waiting Gown')).toHaveCount(0)
    await page.goto('/pre-order')
    await page.getByRole('link', { name: 'Join the waiting list for the Waiting Gown' }).click()
    await expect(page).toHaveURL(/waiting-gown#waiting$/)

    await page.getByLabel('Your e-mail').fill('ruth')
    await page.getByRole('button', { name: 'Tell me' }).click()
    await expect(page.getByLabel('Your e-mail')).toBeFocused()
    await page.getByLabel('Your e-mail').fill(email)
    await page.getByLabel(/Your size/).selectOption('10-12')
    await page.keyboard.press('Tab')
    await page.getByRole('button', { name: 'Tell me' }).press('Enter')
    await expect(page.getByText(`We’ll e-mail ${email}`)).toBeFocused()

    const { text } = await emailTo(shop, email, /You’re on the waiting list/)
    const link = new URL(/http\S+\/waiting-list\?token=[\w-]+/.exec(text)?.[0] ?? '')
    await page.goto(link.pathname + link.search)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Leave the list' }).click()
    await expect(page.getByRole('heading', { name: 'You’re off the list' })).toBeVisible()
    expect(await shop.rows('select id from private.waitlist where email = $1', [email])).toEqual([])
  } finally {
    await shop.rows('delete from products where id = $1', [gown?.id])
    await shop.rows('delete from pre_orders where id = $1', [order?.id])
  }
})
