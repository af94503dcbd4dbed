import type { Page } from '@playwright/test'
import { addOrder, named, openAccount, signIn, signUp } from './account-holder.ts'
import { openDashboard } from './admin-people.ts'
import { backOfficePages } from './back-office-pages.ts'
import { openCart, putInCart } from './buyer.ts'
import { publicPages } from './public-pages.ts'
import { expect, type ShopUnderTest, test } from './shop.ts'

const accountPages = ['/login', '/signup', '/auth', '/forgotten-password', '/confirm', '/account', '/no-such-page']
const long = 'Honeysuckleraspberryterracottaaubergine'

test.setTimeout(240_000)
test.use({ viewport: { width: 320, height: 700 }, hasTouch: true, isMobile: true })

/** Text fields whose letters are smaller than 16 px, at which iOS enlarges the page. */
function smallFields(): string[] {
  const textless = ['checkbox', 'radio', 'range', 'hidden', 'file', 'submit', 'color']
  return [...document.querySelectorAll<HTMLInputElement>('input, select, textarea')]
    .filter((field) => !textless.includes(field.type) && Number.parseFloat(getComputedStyle(field).fontSize) < 16)
    .map(
      (field) => `${field.name || field.id || field.getAttribute('aria-label')}: ${getComputedStyle(field).fontSize}`,
    )
}

/**
 * Opens closed parts and puts a long word into empty texts, then expects no page wider than the phone and no field with
 * small letters.
 */
async function expectFitsPhone(page: Page, path: string) {
  await page.evaluate((word) => {
    for (const part of document.querySelectorAll('main details')) part.setAttribute('open', '')
    for (const text of document.querySelectorAll('textarea')) text.value ||= word
  }, long.repeat(2))
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect.soft(width, path).toBeLessThanOrEqual(320)
  expect.soft(await page.evaluate(smallFields), path).toEqual([])
}

/** Gives two garments names and colours of one long word until the test ends. */
async function useLongWords(shop: ShopUnderTest): Promise<AsyncDisposable> {
  const before = await shop.rows<{ slug: string; name: string; colour: string | null }>(
    `select slug, name, colour from products where slug in ('mary-dress', 'ruth-skirt')`,
  )
  const set = 'update products set name = $2, colour = $3 where slug = $1'
  await shop.rows(set, ['mary-dress', `${long} Dress`, long])
  await shop.rows(set, ['ruth-skirt', 'Ruth Skirt', long])
  return {
    async [Symbol.asyncDispose]() {
      for (const { slug, name, colour } of before) await shop.rows(set, [slug, name, colour])
    },
  }
}

test('no page is wider than a small phone, and no field makes it zoom', async ({ page, shop }) => {
  await using _ = await useLongWords(shop)
  for (const path of [...publicPages, ...accountPages]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    await expectFitsPhone(page, path)
  }
  await putInCart(page, { name: 'Ruth Skirt', size: '10-12' })
  const drawer = await openCart(page)
  await drawer.getByRole('button', { name: 'Add a gift note' }).click()
  await expectFitsPhone(page, 'the cart')
})

test('no page of an account and of the back office is wider than a small phone, and no field makes it zoom', async ({
  page,
  shop,
}) => {
  await using _ = await useLongWords(shop)
  const holder = await signUp(page, shop)
  await addOrder(shop, { email: holder.email, number: 'TKW-2026-LONG' })
  await shop.rows('update pre_orders set customer_name = $2, product_name = $3 where customer_email = $1', [
    holder.email,
    long + long,
    `${long} Dress`,
  ])
  await signIn(page, shop, holder)
  await openAccount(page, shop)
  await expectFitsPhone(page, '/account')
  await page.context().clearCookies()
  await openDashboard(page, shop)
  for (const path of backOfficePages) {
    await page.goto(`${named(shop)}${path}`, { waitUntil: 'networkidle' })
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    await expectFitsPhone(page, path)
  }
})
