import type { Page } from '@playwright/test'
import { expectAccessible, expectFits } from './accessible.ts'
import { named } from './account-holder.ts'
import { oneWindow } from './one-window.ts'
import { expect, test } from './shop.ts'
import { freshEmail, password } from './signing.ts'

const unknownLink = `/confirm?token_hash=${'a'.repeat(56)}&type=`
const pages = [
  '/auth',
  '/login',
  '/signup',
  '/forgotten-password',
  '/new-password',
  '/confirm',
  ...['signup', 'invite', 'recovery', 'magiclink', 'email_change'].map((type) => unknownLink + type),
]
const theWindow = oneWindow()

for (const path of pages) {
  test(`${path.replace(/a{9,}/, '…')} passes the accessibility checks, empty and after an empty submit`, async ({
    shop,
  }) => {
    const page = theWindow()
    const response = await page.goto(`${named(shop)}${path}`)
    expect(await response?.text()).toContain('<meta name="robots" content="noindex"/>')
    await expectFits(page)
    await expectAccessible(page)
    const send = page.getByRole('main').locator('[type=submit]')
    if (!(await send.isVisible())) return
    await send.click()
    await expect(
      page.getByRole('main').getByRole('alert').filter({ hasText: /\S/ }).or(spent(page)).first(),
    ).toBeVisible()
    await expectAccessible(page)
  })
}

test('the pages for a used link and for a sent e-mail pass them too', async ({ shop }) => {
  const page = theWindow()
  await page.setViewportSize({ width: 390, height: 900 })
  await page.goto(`${named(shop)}${unknownLink}signup`)
  await page.getByLabel('Your password').fill(password)
  await page.keyboard.press('Enter')
  await expect(spent(page)).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('E-mail').fill(freshEmail())
  await page.keyboard.press('Enter')
  await expect(page.getByText('an e-mail is on its way')).toBeVisible()
  await expectAccessible(page)
})

test('a page that an e-mail links to is not cached and is not sent to other sites as a referrer', async ({
  request,
  shop,
}) => {
  const query = `?token_hash=${'b'.repeat(56)}&type=recovery`
  const response = await request.get(`${named(shop)}/confirm${query}`)
  expect(response.headers()).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
  expect(await response.text()).toContain('<meta name="referrer" content="no-referrer"/>')
  expect(await (await request.get(`${named(shop)}/confirm`)).text()).not.toContain('bbbb')
})

function spent(page: Page) {
  return page.getByRole('heading', { level: 1, name: 'This link has expired' })
}
