import type { Page } from '@playwright/test'
import { expectAccessible, expectFits } from './accessible.ts'
import { addOrder, named, signIn, signUp } from './account-holder.ts'
import { openDashboard } from './admin-people.ts'
import { expectConfirmed, goToPayment, pay } from './buyer.ts'
import { emailTo } from './mailbox.ts'
import { expect, type ShopUnderTest, test } from './shop.ts'

let at = 0
const newNumber = () => `TKW-CU${Date.now().toString(36).toUpperCase()}${at++}`
const newAddress = () => `leah-${crypto.randomUUID().slice(0, 8)}@example.com`

/** An order of a garment of the shop, with its kind, in this size. */
async function addGarment(
  shop: ShopUnderTest,
  { email, size, more = '' }: { email: string; size: string; more?: string },
) {
  const number = newNumber()
  await addOrder(shop, { email, number, more: `, shipping_country = 'DE'${more}` })
  const [garment] = await shop.rows<{ id: string; name: string }>(
    `update order_lines l set product_id = p.id, slug = p.slug, name = p.name, size = $2, height_cm = 168
       from (select * from products where slug = 'mary-dress') p
      where l.order_id = (select id from pre_orders where order_number = $1) returning p.id, p.name`,
    [number, size],
  )
  return { number, garment }
}

for (const width of [390, 1280]) {
  test(`at ${width} px the orders are filtered by garment, size, country and pre-order, in the address`, async ({
    page,
    shop,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    const size = `Own ${width}`
    const { number, garment } = await addGarment(shop, { email: newAddress(), size })
    await openDashboard(page, shop, 'orders')
    await page.getByRole('button', { name: 'Filter' }).click()
    const search = page.getByRole('search')
    await expect(search.getByLabel('Garment').locator(`option[value="${garment?.id}"]`)).toHaveCount(1)
    await search.getByLabel('Garment').selectOption(garment?.id ?? '')
    await search.getByLabel('Size').selectOption(size)
    await search.getByLabel('Country').selectOption('DE')
    await search.getByLabel('Pre-order').selectOption('no')
    const table = page.getByRole('table', { name: 'Orders' })
    await expect(table.getByRole('checkbox')).toHaveCount(1)
    await expect(table).toContainText(number)
    await expect(page.getByRole('button', { name: /^To make\s*1$/ })).toBeVisible()
    await expectFits(page, [width])
    await expectAccessible(page)

    // The address is the filter: a reload and another view keep it.
    await page.reload()
    await expect(page.getByRole('table', { name: 'Orders' }).getByRole('checkbox')).toHaveCount(1)
    await page.getByRole('button', { name: /^Shipped/ }).click()
    await expect(page.getByText('No orders match.')).toBeVisible()
    await page.getByRole('button', { name: 'Show all orders' }).click()
    await expect(page.getByRole('table', { name: 'Orders' })).toBeVisible()
    expect(new URL(page.url()).search).toBe('?tab=orders')
  })

  test(`at ${width} px a message is answered from a saved reply, and the answer taken back`, async ({ page, shop }) => {
    await page.setViewportSize({ width, height: 844 })
    const email = newAddress()
    const number = newNumber()
    await addOrder(shop, { email, number })
    await shop.rows(
      `insert into private.outbox (kind, cause, recipient, message_id, state, sent_at, data) select 'contact_message', $1, 'shop@example.com', $1,
        'sent', now(), jsonb_build_object('topic', 'size', 'name', 'Mrs Leah Haran', 'email', $2::text, 'orderNumber', null,
        'message', $3::text, 'at', '2026-11-20T10:00:00Z')`,
      [crypto.randomUUID(), email, `Which size, ${width}?`],
    )
    await openDashboard(page, shop)
    await page
      .getByRole('navigation', { name: 'Back office' })
      .getByRole('link', { name: /^Messages/ })
      .click()
    await page.getByRole('button', { name: 'New saved reply' }).click()
    const form = page.locator('form').filter({ has: page.getByRole('heading', { name: 'New saved reply' }) })
    await form.getByLabel('Name').fill(`Sizes ${width}`)
    await form.getByLabel('Text').fill('Dear {name},\n\nabout {order}: take the larger one.')
    await expectFits(page, [width])
    await expectAccessible(page)
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('heading', { name: `Sizes ${width}` })).toBeVisible()

    const message = page.getByRole('article').filter({ hasText: email })
    await message.getByRole('button', { name: 'Reply' }).click()
    const field = message.getByLabel(`Your reply to ${email}`)
    await expect(field).toBeFocused()
    await field.fill('I looked at your order.')
    await message.getByRole('button', { name: `Sizes ${width}` }).click()
    await expect(field).toHaveValue(`I looked at your order.\n\nDear Leah,\n\nabout ${number}: take the larger one.`)
    // A half-written reply is kept over a reload.
    await page.reload()
    await message.getByRole('button', { name: 'Reply' }).click()
    await message.getByRole('button', { name: 'Continue with it' }).click()
    await expect(field).toHaveValue(/^I looked at your order/)
    await expectFits(page, [width])
    await expectAccessible(page)
    await message.getByRole('button', { name: 'Send the reply' }).click()
    await expect(message).toContainText('You replied on')
    await message.getByRole('button', { name: 'Undo' }).click()
    await expect(field).toHaveValue(/take the larger one/)
    await message.getByRole('button', { name: 'Send the reply' }).click()
    await expect(message).toContainText('You replied on')
    await shop.rows(
      `update private.outbox set next_attempt_at = now() where kind = 'contact_reply' and recipient = $1`,
      [email],
    )
    expect((await emailTo(shop, email, /Re: Size advice/)).text).toContain('take the larger one')

    await page.getByRole('button', { name: `Delete Sizes ${width}` }).click()
    await expect(page.getByRole('heading', { name: `Sizes ${width}` })).toBeHidden()
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await expect(page.getByRole('heading', { name: `Sizes ${width}` })).toBeVisible()
  })

  test(`at ${width} px a customer’s page is one press from an order, with a note for the owner alone`, async ({
    page,
    shop,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    const email = newAddress()
    const [first, second] = [newNumber(), newNumber()]
    await addOrder(shop, { email, number: first })
    await addOrder(shop, { email, number: second, more: `, order_status = 'delivered'` })
    await openDashboard(page, shop, 'orders')
    await page.getByLabel('Search').fill(email)
    const table = page.getByRole('table', { name: 'Orders' })
    await expect(table.getByRole('checkbox')).toHaveCount(2)
    await table.getByRole('link', { name: 'Ruth Moab' }).first().click()
    await expect(page.getByRole('heading', { level: 2, name: 'Ruth Moab' })).toBeVisible()
    expect(page.url()).not.toContain('leah')
    await expect(page.getByText('2 paid orders, £365.00 after refunds')).toBeVisible()
    await page.getByLabel('About this customer, for me').fill('Likes long sleeves')
    await page.getByRole('button', { name: 'Save note' }).click()
    await expect(page.getByText('Note saved')).toBeVisible()
    await expectFits(page, [width])
    await expectAccessible(page)
    await page.getByRole('region', { name: 'Orders' }).getByRole('link', { name: first }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('Likes long sleeves')
    await dialog.getByRole('link', { name: 'Customer’s page: 2 orders' }).click()
    await expect(page.getByLabel('About this customer, for me')).toHaveValue('Likes long sleeves')
    await page.goto(`${named(shop)}/admin/orders/packing-slips?orders=${first},${second}`)
    await expect(page.getByText(second).first()).toBeVisible()
    await expect(page.getByText('Likes long sleeves')).toHaveCount(0)
  })

  test(`at ${width} px a returning customer takes the same as last time, once she has agreed`, async ({
    page,
    shop,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    const holder = await signUp(page, shop)
    await addGarment(shop, { email: holder.email, size: '12-14', more: `, order_status = 'delivered'` })
    await signIn(page, shop, holder)
    await openGarment(page, shop)
    await expect(page.getByRole('button', { name: 'Same again' })).toHaveCount(0)

    await page.goto(`${named(shop)}/account`)
    const sizes = page.getByRole('region', { name: 'Your sizes' })
    await sizes.getByRole('button', { name: 'I agree' }).click()
    await expect(sizes).toContainText('Dress: UK 12–14, height 168 cm')
    await expectFits(page, [width])
    await expectAccessible(page)

    await openGarment(page, shop)
    await page.getByRole('button', { name: 'Same again' }).click()
    await expect(page.getByRole('radio', { name: '12–14' })).toBeChecked()
    await expect(page.getByRole('textbox', { name: /^Your height/ })).toHaveValue('168 cm')
    await expectFits(page, [width])
    await page.getByRole('radio', { name: '8–10' }).check()
    await page.getByRole('button', { name: 'Add to Cart' }).first().click()
    await page.getByRole('button', { name: 'View cart' }).click()
    const cart = page.getByRole('dialog', { name: 'Your Cart' })
    await expect(cart).toContainText('Last time: 12–14, 168 cm.')
    await expectAccessible(page)
    await cart.getByRole('button', { name: /^Same as last time/ }).click()
    await expect(cart.getByText('Last time:')).toBeHidden()
    await expect(cart.getByRole('listitem')).toContainText(['12–14'])

    await page.goto(`${named(shop)}/account`)
    await sizes.getByRole('button', { name: 'Stop, and forget my sizes' }).click()
    await sizes.getByRole('button', { name: 'Forget my sizes', exact: true }).click()
    await expect(sizes.getByRole('button', { name: 'I agree' })).toBeVisible()
    expect(
      await shop.rows(
        `select l.height_cm from order_lines l join pre_orders o on o.id = l.order_id where o.customer_email = $1`,
        [holder.email],
      ),
    ).toEqual([{ height_cm: null }])
    await openGarment(page, shop)
    await expect(page.getByRole('button', { name: 'Same again' })).toHaveCount(0)
  })

  test(`at ${width} px a customer who is signed in may have her sizes remembered as she pays`, async ({
    page,
    shop,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    const holder = await signUp(page, shop)
    const consents = () =>
      shop.rows<{ consent_text: string }>(
        'select consent_text from private.size_consents where user_id = (select id from auth.users where email = $1)',
        [holder.email],
      )
    const cart = page.getByRole('dialog', { name: 'Your Cart' })
    const box = cart.getByRole('checkbox', { name: /^Remember my sizes/ })
    const takeDress = async () => {
      await openGarment(page, shop)
      await page.getByRole('radio', { name: '12–14' }).check()
      await page.getByRole('button', { name: 'Add to Cart' }).first().click()
      await page.getByRole('button', { name: 'View cart' }).click()
      await expect(cart.getByRole('button', { name: 'Checkout with Stripe' })).toBeVisible()
    }
    await takeDress()
    // Prices and days have come, and a guest has no box.
    await expect(cart.getByText(/dispatched by/).first()).toBeVisible()
    await expect(box).toHaveCount(0)

    await signIn(page, shop, holder)
    await takeDress()
    await expect(box).not.toBeChecked()
    await box.check()
    await expectFits(page, [width])
    await expectAccessible(page, { within: '[role=dialog]' })
    const payment = await goToPayment(page)
    expect(await consents()).toEqual([])
    await pay(payment, { email: holder.email })
    await expectConfirmed(payment)
    expect(await consents()).toEqual([
      {
        consent_text:
          'Remember my sizes and measurements for next time. I can take this back in my account at any time.',
      },
    ])
    await payment.close()

    await openGarment(page, shop)
    await page.getByRole('button', { name: 'Same again' }).click()
    await expect(page.getByRole('radio', { name: '12–14' })).toBeChecked()
    await page.getByRole('button', { name: 'Add to Cart' }).first().click()
    await page.getByRole('button', { name: 'View cart' }).click()
    await expect(cart.getByRole('listitem')).toContainText(['12–14'])
    await expect(box).toHaveCount(0)
    await page.goto(`${named(shop)}/account`)
    await expect(page.getByRole('region', { name: 'Your sizes' })).toContainText('Dress: UK 12–14')
  })
}

async function openGarment(page: Page, shop: ShopUnderTest): Promise<void> {
  await page.goto(`${named(shop)}/product/mary-dress`)
  // A garment's page waits for a touch before it loads its program.
  await page.mouse.move(200, 300)
  await page.mouse.move(210, 310)
  await page.waitForFunction(() => document.querySelector('#sizes') !== null)
}
