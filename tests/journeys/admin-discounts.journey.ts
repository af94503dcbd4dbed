import type { Page } from '@playwright/test'
import { expectAccessible, expectFits } from './accessible.ts'
import { named } from './account-holder.ts'
import { openDashboard } from './admin-people.ts'
import { expectConfirmed, goToPayment, openCart, pay, putInCart } from './buyer.ts'
import { expect, test } from './shop.ts'

test.setTimeout(240_000)

const entry = (page: Page, code: string) =>
  page
    .getByRole('list')
    .filter({ has: page.getByRole('heading', { level: 3 }) })
    .getByRole('listitem')
    .filter({ hasText: code })

test('a code is created, used, used up, changed, disabled and deleted', async ({ page, shop }) => {
  await shop.rows('delete from discount_codes')
  await openDashboard(page, shop)
  await page.getByRole('link', { name: 'Discounts' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Discounts' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No codes yet' })).toBeVisible()

  // Errors appear at their fields, and the first field with an error gets the focus.
  await page.getByRole('button', { name: 'New code' }).click()
  await expect(page.getByRole('heading', { name: 'New discount code' })).toBeFocused()
  await page.getByLabel('Percent off').fill('120')
  await page.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByLabel('Code', { exact: true })).toBeFocused()
  await expect(page.getByText('Please enter a code.')).toBeVisible()
  await expect(page.getByText('Please enter a whole number from 1 to 100.')).toBeVisible()
  await page.getByLabel('Code', { exact: true }).pressSequentially('esther 25')
  await expect(page.getByLabel('Code', { exact: true })).toHaveValue('ESTHER25')
  await page.getByLabel('Percent off').fill('25')
  await page.getByLabel('Starts').fill('2026-03-29T01:30')
  await page.getByLabel('Maximum uses').fill('1')
  await page.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByText('The clocks go forward and skip this time.')).toBeVisible()
  await expectFits(page, [390, 1280])
  await expectAccessible(page)
  await page.getByLabel('Starts').fill('2026-03-29T02:30')
  await page.getByLabel('Ends').fill('2099-06-30T23:59')
  await page.getByRole('button', { name: 'Create' }).click()
  await expect(entry(page, 'ESTHER25')).toContainText('Live until 30 June 2099 at 23:59')
  expect(await shop.rows("select starts_at::text as at from discount_codes where code = 'ESTHER25'")).toEqual([
    { at: expect.stringContaining('2026-03-29 01:30:00+00') },
  ])

  await page.getByRole('button', { name: 'New code' }).click()
  await page.getByLabel('Code', { exact: true }).fill('esther25')
  await page.getByLabel('Percent off').fill('10')
  await page.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByText('You already have a code with this name.')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()

  await putInCart(page, { name: 'Mary Dress', size: '12-14' })
  const drawer = await openCart(page)
  await drawer.getByLabel('Discount code').fill('esther25')
  await drawer.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText('Discount Applied!')).toBeVisible()
  const payment = await goToPayment(page)
  await pay(payment, { email: 'esther.paid@example.com' })
  await expectConfirmed(payment)
  await payment.close()
  // The first tab becomes the success page: a visit of another page in that moment would be cut off.
  await expectConfirmed(page)

  await page.goto(`${named(shop)}/admin/discounts`)
  await expect(entry(page, 'ESTHER25')).toContainText('Used up')
  await expect(entry(page, 'ESTHER25')).toContainText(/1 of 1 used, brought £\d+\.\d\d in one order/)

  // Another administrator changes the code meanwhile: the form shows both versions and overwrites nothing.
  await page.getByRole('button', { name: 'Change ESTHER25' }).click()
  await page.getByLabel('Maximum uses').fill('5')
  await shop.rows("update discount_codes set percent = 30 where code = 'ESTHER25'")
  await page.getByRole('button', { name: 'Save' }).click()
  const conflict = page.getByRole('region', { name: 'Someone else saved this first.' })
  await expect(conflict.getByRole('listitem')).toHaveText([/Percent off.*25%.*30%/, /Maximum uses.*5.*1/])
  await expectFits(page, [390, 1280])
  await expectAccessible(page)
  await conflict.getByRole('button', { name: 'Keep my changes' }).click()
  await expect(page.getByLabel('Percent off')).toHaveValue('25')
  await expect(page.getByLabel('Maximum uses')).toHaveValue('5')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(entry(page, 'ESTHER25')).toContainText('25% off')
  await expect(entry(page, 'ESTHER25')).toContainText('1 of 5 used')

  await page.getByRole('button', { name: 'Switch off ESTHER25' }).click()
  await expect(page.getByText('Switched off', { exact: true })).toBeVisible()
  await expect(entry(page, 'ESTHER25').getByText('Off', { exact: true })).toBeVisible()
  await expectFits(page, [390, 1280])
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Delete ESTHER25' }).click()
  await expect(page.getByText('The order that used it keeps the discount.')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Delete ESTHER25' }).click()
  await page.getByRole('button', { name: 'Yes, delete' }).click()
  await expect(page.getByRole('heading', { name: 'No codes yet' })).toBeFocused()
  expect(await shop.rows('select code from discount_codes')).toEqual([])
})
