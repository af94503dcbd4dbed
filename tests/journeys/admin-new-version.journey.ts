import type { Page } from '@playwright/test'
import { named } from './account-holder.ts'
import { openDashboard } from './admin-people.ts'
import { expect, test } from './shop.ts'

/** From now on the page is one of the version before. */
const update = (page: Page) =>
  page.evaluate(() => {
    const { __reactRouterManifest: manifest } = window as unknown as { __reactRouterManifest: { version: string } }
    if (!manifest.version) throw new Error('The page has no version')
    manifest.version = 'the one before'
  })

const menu = (page: Page) => page.getByRole('navigation', { name: 'Back office' })
const mark = (page: Page) => page.evaluate(() => void Object.assign(window, { isSamePage: true }))
const isSamePage = (page: Page) => page.evaluate(() => 'isSamePage' in window)

test('a page of the back office that was open during an update is loaded anew on the way to the next screen', async ({
  page,
  shop,
}) => {
  await openDashboard(page, shop)
  await mark(page)
  await menu(page).getByRole('link', { name: 'Money' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Money' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(await isSamePage(page)).toBe(true)

  // Unsaved input is a draft, as after any reload.
  await menu(page).getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('link', { name: 'Production time' }).click()
  const making = page.getByRole('region', { name: 'Production time' })
  await expect(making).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(await isSamePage(page)).toBe(true)
  await update(page)
  await making.getByLabel('Working days').fill('17')
  const loaded = page.waitForEvent('load')
  await menu(page).getByRole('link', { name: 'Returns' }).click()
  await loaded
  await expect(page).toHaveURL(`${named(shop)}/admin/returns`)
  await expect(page.getByRole('heading', { level: 1, name: 'Returns' })).toBeVisible()
  expect(await isSamePage(page)).toBe(false)
  await menu(page).getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('link', { name: 'Production time' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'You have an unsaved draft' })).toBeVisible()
})

test('an open product form is never loaded anew: the page waits until it is closed', async ({ page, shop }) => {
  await openDashboard(page, shop)
  await page.getByRole('button', { name: 'Add New Product' }).click()
  await page.getByLabel('Product Name').fill('Hadassah Dress')
  await mark(page)
  await update(page)
  await menu(page).getByRole('link', { name: 'Money' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Money' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  await menu(page).getByRole('link', { name: 'Dashboard' }).click()
  await expect(page.getByLabel('Product Name')).toHaveValue('Hadassah Dress')
  expect(await isSamePage(page)).toBe(true)
})
