import { expectAccessible } from './accessible.ts'
import { goToPayment, openCart } from './buyer.ts'
import { expect, test } from './shop.ts'

test('when other checkouts hold all remaining pieces the cart says when to try again, and then they can be ordered', async ({
  page,
  shop,
}) => {
  const name = 'Tamar Evening Gown'
  const [gown] = await shop.rows<{ id: string }>(
    `insert into products (name, slug, price, description, is_preorder, preorder_end_date, preorder_limit)
     values ($1, 'tamar-evening-gown', 148, 'Few of them.', true, now() + interval '9 days', 2) returning id`,
    [name],
  )
  const [order] = await shop.rows<{ id: string; until: Date }>(
    `insert into pre_orders
       (product_name, product_size, product_price, final_amount, payment_provider, provider_state, payment_session_expires_at)
     values ($1, '8-10', 148, 148, 'test', 'open', shop_now() + interval '20 minutes')
     returning id, payment_session_expires_at as until`,
    [name],
  )
  await shop.rows(
    `insert into order_lines (order_id, position, product_id, slug, name, size, unit_price, quantity, is_preorder, dispatch_by)
     values ($1, 1, $2, 'tamar-evening-gown', $3, '8-10', 148, 1, true, now())`,
    [order?.id, gown?.id, name],
  )
  try {
    await page.goto('/product/tamar-evening-gown')
    await page.getByRole('radio', { name: '10–12', exact: true }).check()
    await page.getByRole('main').getByRole('button', { name: 'Increase quantity' }).click()
    await page.getByRole('button', { name: 'Pre-Order Now' }).click()
    const drawer = await openCart(page)
    const line = drawer.getByRole('listitem').filter({ hasText: name })
    const checkOut = () => drawer.getByRole('button', { name: 'Checkout with Stripe' }).click()
    await checkOut()
    await expect(line.getByText(/^Only 1 piece of the Tamar Evening Gown is available just now/)).toBeVisible()
    // Said once, at the line.
    await expect(page.getByText(/is available just now/)).toHaveCount(1)
    // The text for two units must not appear for one.
    await line.getByRole('button', { name: 'Decrease quantity' }).click()
    await expect(line.getByText(/is available just now/)).toHaveCount(0)

    await shop.rows('update order_lines set quantity = 2 where order_id = $1', [order?.id])
    await checkOut()
    const notice = line.getByText(
      /^All remaining pieces of the Tamar Evening Gown are in other carts just now\. Please try again at /,
    )
    await expect(notice).toBeVisible()
    const retryAt = new Date(Math.ceil(((order?.until.getTime() ?? 0) + 60_000) / 60_000) * 60_000)
    const time = retryAt.toLocaleTimeString('en-GB', { timeZone: 'Europe/London', hour: '2-digit', minute: '2-digit' })
    await expect(notice).toContainText(`try again at ${time} `)
    expect(page.context().pages()).toHaveLength(1)
    await expectAccessible(page)

    await shop.rows(`update pre_orders set provider_state = 'expired' where id = $1`, [order?.id])
    const payment = await goToPayment(page)
    await expect(payment.getByText(name).first()).toBeVisible()
  } finally {
    await shop.rows('delete from products where id = $1', [gown?.id])
    await shop.rows('delete from pre_orders where id = $1', [order?.id])
  }
})
