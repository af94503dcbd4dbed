import { type APIRequestContext, expect, type Page } from '@playwright/test'
import type { ShopUnderTest } from './shop.ts'

export type Holder = { email: string; password: string }
type Place = Pick<ShopUnderTest, 'url'>

/** The shop's URL with a host name: browsers create passkeys for names, not for IP addresses. */
export function named(shop: Place): string {
  return shop.url.replace('127.0.0.1', 'localhost')
}

/** A user with an account, by default with a verified address. */
export async function signUp(page: Page, shop: ShopUnderTest, { verified = true } = {}): Promise<Holder> {
  const holder = await signUpAt(page, shop)
  if (verified) await shop.rows('update auth.users set email_confirmed_at = now() where email = $1', [holder.email])
  return holder
}

/** The API key in every page of the shop. */
export async function keyOf(request: APIRequestContext, shop: Place): Promise<string> {
  const page = await (await request.get(`${named(shop)}/privacy-policy`)).text()
  return /<meta name="backend-key" content="([^"]+)"/.exec(page)?.[1] ?? ''
}

/** A user with an account whose address is not confirmed. */
export async function signUpAt(page: Page, shop: Place): Promise<Holder> {
  const holder = { email: `${crypto.randomUUID().slice(0, 8)}@example.com`, password: 'blue linen curtains' }
  const headers = { apikey: await keyOf(page.request, shop) }
  const response = await page.request.post(`${named(shop)}/auth/v1/signup`, { headers, data: holder })
  expect(response.status()).toBe(200)
  return holder
}

/** Puts a new session of this account into the browser, for journeys whose subject is not the login page. */
export async function signIn(page: Page, shop: Place, holder: Holder): Promise<void> {
  const response = await page.request.post(`${named(shop)}/auth/v1/token?grant_type=password`, {
    headers: { apikey: await keyOf(page.request, shop) },
    data: holder,
  })
  expect(response.status()).toBe(200)
  // supabase-js names the key after the first part of the host.
  const session = { name: 'sb-localhost-auth-token', value: await response.text() }
  await page.context().setStorageState({ cookies: [], origins: [{ origin: named(shop), localStorage: [session] }] })
}

/** Logs in on the login page, and ends at the front page or at the second factor. */
export async function logIn(page: Page, shop: Place, { email, password }: Holder): Promise<void> {
  await page.goto(`${named(shop)}/login`)
  const main = page.getByRole('main')
  await main.getByLabel('E-mail').fill(email)
  await main.getByLabel('Password', { exact: true }).fill(password)
  await main.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
  await expect(main.getByLabel('Password', { exact: true })).toBeHidden()
}

/** Presses 'Sign out' and waits for its effect: a navigation before that may keep the session. */
export async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByText('You have been logged out successfully.')).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in', exact: true })).toBeVisible()
}

export async function openAccount(page: Page, shop: Place): Promise<void> {
  await page.goto(`${named(shop)}/account`)
  await expect(page.getByRole('heading', { level: 1, name: 'Your account' })).toBeVisible()
}

/** A section of the page, by its heading. */
export function part(page: Page, name: string) {
  return page.getByRole('region', { name })
}

/** Adds paid orders of an address, as checkout writes them. */
export async function addOrder(
  shop: ShopUnderTest,
  { email, number, more = '' }: { email: string; number: string; more?: string },
): Promise<void> {
  const [order] = await shop.rows<{ id: string }>(
    `insert into pre_orders (order_number, customer_name, customer_email, product_name, product_size, product_price,
       shipping_amount, final_amount, payment_status, provider_state, paid_at, dispatch_by)
     values ($1, 'Ruth Moab', $2, 'Mary Dress × 2', '10-12', 178, 4.5, 182.5, 'paid', 'paid', now(), '2030-01-15')
     returning id`,
    [number, email],
  )
  await shop.rows(
    `insert into order_lines (order_id, position, product_id, slug, name, size, unit_price, quantity, dispatch_by)
     values ($1, 0, gen_random_uuid(), 'mary-dress', 'Mary Dress', '10-12', 89, 2, '2030-01-15')`,
    [order?.id],
  )
  // Only the service may link orders, so the test sets the owner.
  await shop.rows(
    `update pre_orders set user_id = (select id from auth.users where email = $2)${more} where order_number = $1`,
    [number, email],
  )
}
