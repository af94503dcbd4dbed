import { randomUUID } from 'node:crypto'
import { named } from './account-holder.ts'
import { expectConfirmed, goToPayment, openCart, ordersOf, pay } from './buyer.ts'
import { emailTo, linkIn } from './mailbox.ts'
import { expect, test } from './shop.ts'

test('a guest who bought and then creates an account lands on that order after confirming the address', async ({
  page,
  shop,
}) => {
  const email = `${randomUUID().slice(0, 8)}@example.com`
  const password = 'blue linen curtains'
  const site = named(shop)
  await page.goto(`${site}/product/ruth-skirt`)
  await page.getByRole('radio', { name: '10–12', exact: true }).check()
  await page
    .locator('#sizes')
    .getByRole('button', { name: /Add to Cart|Pre-Order Now/ })
    .click()
  await openCart(page)
  const payment = await goToPayment(page)
  await pay(payment, { email })
  await expectConfirmed(payment)
  // The first tab becomes the success page: a visit of another page in that moment would be cut off.
  await expectConfirmed(page)
  const [order] = await ordersOf(shop, email)
  const number = order?.order_number ?? 'none'

  await page.goto(`${site}/signup`)
  const main = page.getByRole('main')
  await main.getByLabel('E-mail').fill(email)
  await main.getByLabel('Password', { exact: true }).fill(password)
  await main.getByLabel('Confirm password').fill(password)
  await main.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByText(/Please check your email to verify your account/)).toBeVisible()
  const link = new URL(linkIn(await emailTo(shop, email, /\/confirm\?/)))
  await page.goto(site + link.pathname + link.search)
  await main.getByLabel('Your password', { exact: true }).fill(password)
  await main.getByRole('button', { name: 'Confirm my address' }).click()

  await expect(page).toHaveURL(`${site}/account#order-${order?.id}`)
  await expect(page.getByText(`Here is your order ${number}.`)).toBeVisible()
  const entry = page.getByRole('listitem', { name: number })
  await expect(entry.getByRole('heading', { name: number })).toBeFocused()

  await page.emulateMedia({ media: 'print' })
  for (const text of ['Miriam Okafor', '7 Chapel Lane', 'LS1 4AP', email, 'quantity 1', /^Paid on \d+ \w+ \d{4}$/]) {
    await expect(entry.getByText(text).first()).toBeVisible()
  }
  await page.emulateMedia({ media: 'screen' })
  await expect(entry.getByText('Miriam Okafor')).toBeHidden()
})
