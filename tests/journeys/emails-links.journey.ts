import type { APIRequestContext, APIResponse } from '@playwright/test'
import { type Holder, keyOf, logIn, logOut, named, signUp } from './account-holder.ts'
import { emailTo, linkIn } from './mailbox.ts'
import { expect, type ShopUnderTest, test } from './shop.ts'

test('a change of address needs both confirmations, and the second one applies it', async ({ page, shop, request }) => {
  const holder = await signUp(page, shop)
  const email = `new.${holder.email}`
  expect((await requestAddress(request, shop, { holder, email })).status()).toBe(200)

  await page.goto(linkIn(await emailTo(shop, holder.email, /type=email_change/)))
  await expect(page.getByLabel('Your password')).toHaveCount(0)
  await page.getByRole('button', { name: 'Change my address' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Halfway there' })).toBeVisible()
  await page.goto(linkIn(await emailTo(shop, email, /type=email_change/)))
  await page.getByRole('button', { name: 'Change my address' }).click()
  await expect(page.getByText('Your address has been changed.')).toBeVisible()
  await expect(page).toHaveURL(`${named(shop)}/`)
  await logOut(page)
  await logIn(page, shop, { ...holder, email })
})

test('a user who mistyped the address signs up with the right one, since an unconfirmed account cannot name another', async ({
  page,
  shop,
  request,
}) => {
  const holder = await signUp(page, shop, { verified: false })
  const refused = await requestAddress(request, shop, { holder, email: `right.${holder.email}` })
  expect([refused.status(), await refused.json()]).toEqual([
    422,
    expect.objectContaining({ error_code: 'email_not_confirmed' }),
  ])
  await logIn(page, shop, await signUp(page, shop))
})

test('a link requested with a code challenge redirects through the server to the requested page', async ({
  page,
  shop,
  request,
}) => {
  const holder = await signUp(page, shop)
  const response = await request.post(`${named(shop)}/auth/v1/recover?redirect_to=${named(shop)}/contact`, {
    headers: { apikey: await keyOf(request, shop) },
    data: { email: holder.email, code_challenge: 'c'.repeat(43), code_challenge_method: 's256' },
  })
  expect(response.status()).toBe(200)
  await page.goto(linkIn(await emailTo(shop, holder.email, /token_hash=pkce_/)))
  await page.getByRole('button', { name: 'Set my password' }).click()
  await expect(page).toHaveURL(/\/contact\?code=[\da-f-]{36}$/)
})

test('the confirmation redirects to the page that the e-mail’s link names, and never to another site', async ({
  page,
  shop,
}) => {
  const holder = await signUp(page, shop, { verified: false })
  const link = new URL(linkIn(await emailTo(shop, holder.email, /type=signup/)))
  link.searchParams.set('redirect_to', `${named(shop)}//example.org/`)
  await page.goto(link.href)
  await page.getByLabel('Your password').fill(holder.password)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Your address is confirmed and you’re signed in.')).toBeVisible()
  expect(new URL(page.url()).origin).toBe(named(shop))
})

/** Requests a change of address with the password, as any API client may. */
async function requestAddress(
  request: APIRequestContext,
  shop: ShopUnderTest,
  { holder, email }: { holder: Holder; email: string },
): Promise<APIResponse> {
  const headers = { apikey: await keyOf(request, shop) }
  const auth = `${named(shop)}/auth/v1`
  const signedIn = await request.post(`${auth}/token?grant_type=password`, { headers, data: holder })
  const { access_token } = await signedIn.json()
  return request.put(`${auth}/user`, {
    headers: { ...headers, Authorization: `Bearer ${access_token}` },
    data: { email },
  })
}
