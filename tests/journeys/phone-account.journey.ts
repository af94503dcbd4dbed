import { expectAccessible } from './accessible.ts'
import { logIn, named, signUp } from './account-holder.ts'
import { openDashboard } from './admin-people.ts'
import { expect, test } from './shop.ts'

test('on a phone the person icon leads to the account, where one signs out, as in the menu', async ({ page, shop }) => {
  const holder = await signUp(page, shop)
  await logIn(page, shop, holder)
  await page.setViewportSize({ width: 390, height: 664 })
  await page.goto(`${named(shop)}/faq`)
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeHidden()
  await page.getByRole('banner').getByRole('link', { name: 'Account', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Your account' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('button', { name: 'Sign out' })).toBeVisible()
  const menu = page.getByRole('banner').getByLabel('Menu')
  const role = page.waitForResponse(/\/rest\/v1\/user_roles/)
  await page.evaluate(watchForAdmin)
  await menu.click()
  expect(await (await role).json()).toEqual([])
  const inMenu = page.getByRole('banner').getByRole('button', { name: 'Sign out' })
  await inMenu.scrollIntoViewIfNeeded()
  await expectAccessible(page, { within: 'header' })
  expect(await page.evaluate(() => Reflect.get(window, 'hadAdmin'))).toBeUndefined()
  await inMenu.click()
  await expect(page.getByText('You have been logged out successfully.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Sign in', exact: true }).first()).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden()

  await page.setViewportSize({ width: 1280, height: 800 })
  await logIn(page, shop, holder)
  await page.setViewportSize({ width: 390, height: 664 })
  await page.goto(`${named(shop)}/account`)
  await page.getByRole('main').getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByText('You’re not signed in.')).toBeVisible()
})

test('an administrator reaches the back office from a phone’s menu', async ({ page, shop }) => {
  await openDashboard(page, shop)
  await page.setViewportSize({ width: 390, height: 664 })
  await page.goto(`${named(shop)}/faq`)
  const banner = page.getByRole('banner')
  await banner.getByLabel('Menu').click()
  const link = banner.getByRole('link', { name: 'Admin', exact: true })
  await link.scrollIntoViewIfNeeded()
  await expectAccessible(page, { within: 'header' })
  await link.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Dashboard' })).toBeVisible()
})

/** Notes a link to the back office in the header, however short. */
function watchForAdmin(): void {
  new MutationObserver(() => {
    if (document.querySelector('header a[href="/admin"]')) Reflect.set(window, 'hadAdmin', true)
  }).observe(document.body, { childList: true, subtree: true, attributes: true })
}
