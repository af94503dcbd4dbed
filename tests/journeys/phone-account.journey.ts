import { expectAccessible } from './accessible.ts'
import { logIn, named, signUp } from './account-holder.ts'
import { expect, test } from './shop.ts'

test('on a phone the person icon leads to the account, and logging out takes two presses', async ({ page, shop }) => {
  const holder = await signUp(page, shop)
  await logIn(page, shop, holder)
  await page.setViewportSize({ width: 390, height: 664 })
  await page.goto(`${named(shop)}/faq`)
  await expect(page.getByRole('button', { name: 'Log out' })).toBeHidden()
  await page.getByRole('banner').getByRole('link', { name: 'Account', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Your account' })).toBeVisible()
  const menu = page.getByRole('banner').getByLabel('Menu')
  await menu.click()
  await page.getByRole('button', { name: 'Log out' }).scrollIntoViewIfNeeded()
  await expectAccessible(page, { within: 'header' })
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page.getByText('You have been logged out successfully.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Log in', exact: true }).first()).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden()
})
