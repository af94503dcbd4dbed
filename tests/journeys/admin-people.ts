import { expect, type Page } from '@playwright/test'
import { type Holder, keyOf, named, signIn, signUp } from './account-holder.ts'
import type { ShopUnderTest } from './shop.ts'

/** A user with an account and the administrator role, not signed in. */
export async function addAdministrator(page: Page, shop: ShopUnderTest): Promise<Holder> {
  const holder = await signUp(page, shop)
  await makeAdministrator(shop, holder)
  return holder
}

export async function makeAdministrator(shop: ShopUnderTest, { email }: Holder): Promise<void> {
  await shop.rows(`insert into user_roles (user_id, role) select id, 'admin' from auth.users where email = $1`, [email])
}

/** A new administrator at the dashboard, at the first tab or at the one with this id. */
export async function openDashboard(page: Page, shop: ShopUnderTest, tab?: string): Promise<Holder> {
  const holder = await addAdministrator(page, shop)
  await signIn(page, shop, holder)
  await page.goto(`${named(shop)}/admin${tab ? `?tab=${tab}` : ''}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Dashboard' })).toBeVisible()
  return holder
}

/** The sign-in dialog over the page after the session has ended. */
export const signInDialog = (page: Page) => page.getByRole('dialog', { name: 'You have been signed out.' })

/** Signs in again in that dialog. */
export async function signInAgain(page: Page, { password }: Holder): Promise<void> {
  const dialog = signInDialog(page)
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Sign In' }).click()
  await expect(dialog).toBeHidden()
}

/** Ends all sessions of an account on the server. Its browser learns of this at its next request. */
export async function endSessions(page: Page, shop: ShopUnderTest, holder: Holder): Promise<void> {
  const headers = { apikey: await keyOf(page.request, shop) }
  const auth = `${named(shop)}/auth/v1`
  const signedIn = await page.request.post(`${auth}/token?grant_type=password`, { headers, data: holder })
  const { access_token: token } = await signedIn.json()
  const response = await page.request.post(`${auth}/logout?scope=global`, {
    headers: { ...headers, Authorization: `Bearer ${token}` },
  })
  expect(response.status()).toBe(204)
  // The shop caches a session's validity for a second.
  await page.waitForTimeout(1_100)
}

/** The fields and buttons of the launch e-mail's form. */
export function launchForm(page: Page) {
  return {
    subject: page.getByLabel('Email Subject'),
    message: page.getByLabel('Email Message'),
    send: page.getByRole('button', { name: /^(Send Launch Emails|Sending\.\.\.)$/ }),
    confirm: page.getByRole('button', { name: /^Send to [\d,]+ subscribers?$/ }),
    test: page.getByRole('button', { name: 'Send a test to me' }),
  }
}

/** Presses Send and confirms the number of recipients. */
export async function sendLaunch(page: Page): Promise<void> {
  const form = launchForm(page)
  await form.send.click()
  await form.confirm.click()
}

/** A figure of the running campaign, by its label: `sent`, `failed`, `unknown`, `skipped`, `to send`. */
export function figure(page: Page, name: string) {
  return page.locator(`dt:text-is("${name}") + dd`)
}
