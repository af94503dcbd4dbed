import { logIn, logOut, named, signIn, signUp } from './account-holder.ts'
import { codeIn, emailTo, linkIn } from './mailbox.ts'
import { expect, test } from './shop.ts'
import { freshEmail } from './signing.ts'

test('the e-mail’s link replaces a forgotten password once', async ({ page, shop, browser }) => {
  const holder = await signUp(page, shop)
  const elsewhere = await browser.newPage()
  await signIn(elsewhere, shop, holder)

  await page.goto(`${named(shop)}/login`)
  await page.getByRole('link', { name: 'Forgotten your password?' }).click()
  // The previous page has a field of the same name.
  await expect(page.getByRole('heading', { level: 1, name: /^Forgotten/ })).toBeVisible()
  for (const email of [freshEmail(), holder.email]) {
    await page.getByLabel('E-mail').fill(email)
    await page.keyboard.press('Enter')
    await expect(page.getByText('If there’s an account with that address, an e-mail is on its way.')).toBeVisible()
    await expect(page.getByRole('main').getByText(email)).toBeVisible()
    await page.getByRole('button', { name: 'try again' }).click()
  }
  await page.getByLabel('E-mail').fill(holder.email)
  await page.keyboard.press('Enter')
  await expect(page.getByText(/less than a minute ago/)).toBeVisible()

  const link = linkIn(await emailTo(shop, holder.email, /type=recovery/))
  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1, name: 'A new password' })).toBeVisible()
  await page.getByLabel('Your password').fill('qwerty')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Three unrelated words are better.')).toBeVisible()
  await page.getByLabel('Your password').fill('green velvet ribbons')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${named(shop)}/`)
  await expect(page.getByText('Your password is set and you’re signed in.')).toBeVisible()
  await emailTo(shop, holder.email, /password .* was changed/i)

  await elsewhere.goto(`${named(shop)}/account`)
  await expect(elsewhere.getByText('You’re not signed in.')).toBeVisible()
  await elsewhere.goto(link)
  await elsewhere.getByLabel('Your password').fill('a thief’s password')
  await elsewhere.keyboard.press('Enter')
  await expect(elsewhere.getByRole('heading', { level: 1, name: 'This link has expired' })).toBeVisible()
  await expect(elsewhere.getByLabel('E-mail')).toBeVisible()
  await elsewhere.close()
  await logOut(page)
  await logIn(page, shop, { ...holder, password: 'green velvet ribbons' })
})

test('the code in an e-mail that is read on another device has the effect of its link', async ({ page, shop }) => {
  const holder = await signUp(page, shop)
  await page.goto(`${named(shop)}/forgotten-password`)
  await page.getByLabel('E-mail').fill(holder.email)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Enter the code from it' }).click()
  await expect(page.getByLabel('E-mail')).toHaveValue(holder.email)
  const code = codeIn(await emailTo(shop, holder.email, /type=recovery/))
  await page.getByLabel('Six-digit code').fill(code === '111111' ? '222222' : '111111')
  await page.getByLabel('Your password').fill('green velvet ribbons')
  await page.keyboard.press('Enter')
  await expect(page.getByText('That code isn’t right or has expired.')).toBeVisible()
  await page.getByLabel('Six-digit code').fill(`${code.slice(0, 3)} ${code.slice(3)}`)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${named(shop)}/`)
  await logOut(page)
  await logIn(page, shop, { ...holder, password: 'green velvet ribbons' })
})
