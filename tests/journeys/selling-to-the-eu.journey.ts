import { expectAccessible, expectFits } from './accessible.ts'
import { named } from './account-holder.ts'
import { openDashboard } from './admin-people.ts'
import { acceptedCard, goToPayment, openCart, payCard, putInCart } from './buyer.ts'
import { emailTo } from './mailbox.ts'
import { expect, test } from './shop.ts'

const official =
  '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="200"><script>top.hacked = true</script><rect width="400" height="200" fill="#003399"/></svg>\n'

test('the official notice on the legal guarantee is uploaded unchanged, shown in the carts of the EU and linked in the confirmation', async ({
  browser,
  page,
  shop,
}) => {
  await openDashboard(page, shop)
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('link', { name: 'All on one page' }).click()
  const context = await browser.newContext({ baseURL: shop.url.replace('127.0.0.1', 'localhost') })
  const shopper = await context.newPage()
  const sentence = 'In the European Union, goods have a legal guarantee of conformity of at least two years.'
  try {
    await putInCart(shopper, { name: 'Anna Linen Dress', size: '10-12' })
    const drawer = await openCart(shopper)
    await expect(drawer.getByText(sentence)).toHaveCount(0)
    await drawer.getByLabel('Deliver to').selectOption('DE')
    for (const width of [390, 1280]) {
      await shopper.setViewportSize({ width, height: 850 })
      await shopper.reload()
      await openCart(shopper)
      // Prominent: seen without scrolling, beside the button that orders.
      await expect(drawer.getByText(sentence)).toBeInViewport({ ratio: 1 })
    }
    await expect(drawer.getByRole('link', { name: 'The official notice' })).toHaveAttribute(
      'href',
      /eur-lex\.europa\.eu/,
    )
    await expectFits(shopper, [390, 1280])

    const part = page.getByRole('region', { name: 'EU legal guarantee' })
    await expect(part.getByRole('status')).toContainText('German')
    await part.getByLabel('Language').selectOption('de')
    await part.getByLabel(/^Official file/).setInputFiles({
      name: 'notice.svg',
      mimeType: 'image/svg+xml',
      buffer: Buffer.from(official),
    })
    await expect(part.getByRole('link', { name: 'German' })).toBeVisible()
    await expect(part.getByRole('status')).not.toContainText('German')
    const url = (await part.getByRole('link', { name: 'German' }).getAttribute('href')) ?? ''
    const response = await page.request.get(shop.url + url)
    expect(await response.text()).toBe(official)
    expect(response.headers()).toMatchObject({ 'content-type': 'image/svg+xml', 'x-content-type-options': 'nosniff' })
    expect(response.headers()['content-security-policy']).toContain('sandbox')
    await expectFits(page, [390, 1280])
    await expectAccessible(page)

    await shopper.goto('/product/anna-linen-dress')
    await openCart(shopper)
    await drawer.getByText('The official notice').click()
    const image = drawer.getByRole('img', { name: sentence })
    await expect(image).toHaveJSProperty('naturalWidth', 400)
    expect(await shopper.evaluate(() => 'hacked' in globalThis)).toBe(false)
    await expectFits(shopper, [390, 1280])
    await expectAccessible(shopper)

    const payment = await goToPayment(shopper)
    const email = `${crypto.randomUUID().slice(0, 8)}@example.com`
    await payment.getByLabel('E-mail').fill(email)
    await payment.getByLabel('Full name').fill('Lena Brandt')
    await payment.getByLabel('Phone').fill('030 1234567')
    await payment.getByLabel('Address', { exact: true }).fill('Torstraße 1')
    await payment.getByLabel('City').fill('Berlin')
    await payment.getByLabel('Postcode').fill('10119')
    await payCard(payment, acceptedCard)
    await expect(payment.getByRole('heading', { name: 'Order Confirmed!' })).toBeVisible()
    const { text } = await emailTo(shop, email, /Your order/)
    expect(text).toContain(url)

    const [order] = await shop.rows<{ order_number: string }>(
      'select order_number from pre_orders where customer_email = $1',
      [email],
    )
    await page.goto(`${named(shop)}/admin/orders/packing-slips?orders=${order?.order_number}`)
    await expect(
      page.getByRole('article').getByText('EU responsible person (an example): EU Example Ltd'),
    ).toBeVisible()
    await expectFits(page, [390, 1280])
  } finally {
    await shop.rows("delete from private.settings where name = 'guarantee_notices'")
    await context.close()
  }
})

test('a product page names the responsible person, marked as an example in a rehearsal, and no maker for the EU', async ({
  page,
}) => {
  await page.goto('/product/anna-linen-dress')
  await page.getByText('Maker', { exact: true }).click()
  const main = page.getByRole('main')
  await expect(
    main.getByText('Responsible person for the European Union and Northern Ireland (an example):'),
  ).toBeVisible()
  await expect(main.getByText('EU Example Ltd')).toBeVisible()
  await expect(main.getByRole('link', { name: 'eu@example.com' })).toBeVisible()
  await expect(main.getByText(/Manufacturer for/)).toHaveCount(0)
})

test('an order to a country where the shop pays the duty says so to the owner', async ({ page, shop }) => {
  await putInCart(page, { name: 'Anna Linen Dress', size: '10-12' })
  const drawer = await openCart(page)
  await drawer.getByLabel('Deliver to').selectOption('US')
  const payment = await goToPayment(page)
  const email = `${crypto.randomUUID().slice(0, 8)}@example.com`
  await payment.getByLabel('E-mail').fill(email)
  await payment.getByLabel('Full name').fill('Dana Cole')
  await payment.getByLabel('Phone').fill('2125550123')
  await payment.getByLabel('Address', { exact: true }).fill('1 Main Street')
  await payment.getByLabel('City').fill('New York')
  await payment.getByLabel('Postcode').fill('10001')
  await payCard(payment, acceptedCard)
  await expect(payment.getByRole('heading', { name: 'Order Confirmed!' })).toBeVisible()
  const [order] = await shop.rows<{ order_number: string }>(
    'select order_number from pre_orders where customer_email = $1',
    [email],
  )
  await openDashboard(page, shop)
  await page.goto(`${named(shop)}/admin?tab=orders&order=${order?.order_number}`)
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Duty is yours to pay.')).toBeVisible()
  await expect(dialog.getByText('You pay the US duty on this parcel before it leaves')).toBeVisible()
  await expectFits(page, [390, 1280])
})
