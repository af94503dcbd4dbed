import type { Locator } from '@playwright/test'
import { addOrder, named } from './account-holder.ts'
import { openDashboard } from './admin-people.ts'
import { expect, test } from './shop.ts'
import { fillLogin, notices } from './signing.ts'

// These pages have not loaded the cart drawer: the notices' own styles must be enough.
for (const [device, viewport] of [
  ['desk', { width: 1280, height: 800 }],
  ['phone', { width: 390, height: 844 }],
] as const) {
  test(`closing a notice keeps an order’s details open with the typed text (${device})`, async ({ page, shop }) => {
    await page.setViewportSize(viewport)
    const number = `TKW-${crypto.randomUUID().slice(0, 12).toUpperCase()}`
    const more = `, shipping_address = '1 High Street', shipping_postcode = 'LS1 4AP'`
    await addOrder(shop, { email: `${crypto.randomUUID()}@example.com`, number, more })
    await openDashboard(page, shop)
    await page.goto(`${named(shop)}/admin?tab=orders&order=${number}`)
    const details = page.getByRole('dialog', { name: number })
    const field = details.getByLabel('Tracking number')
    await field.fill('AA123456785GB')
    await details.getByRole('button', { name: 'Copy address' }).click()
    const notice = notices(page).getByRole('listitem')
    await expect(notice).toBeVisible()

    const sheets = await page.evaluate(() => [...document.styleSheets].map(({ href }) => href ?? ''))
    expect(sheets.filter((href) => href.includes('cart-drawer'))).toEqual([])
    await notice.getByRole('button', { name: 'Close toast' }).click({ timeout: 3_000 })
    await expect(notice).toBeHidden()
    await expect(details).toBeVisible()
    await expect(field).toHaveValue('AA123456785GB')
  })
}

test('the keyboard passes a notice, and closing one puts the focus back', async ({ page, shop }) => {
  await page.goto(`${named(shop)}/login`)
  await fillLogin(page, { email: `${crypto.randomUUID()}@example.com`, password: 'not the password' })
  await page.keyboard.press('Enter')
  const notice = notices(page).getByRole('listitem')
  await expect(notice).toBeVisible()
  const close = notice.getByRole('button', { name: 'Close toast' })

  const last = page.getByRole('contentinfo').getByRole('link').last()
  await last.focus()
  for (let presses = 0; presses < 5 && !(await isFocused(close)); presses += 1) await page.keyboard.press('Tab')
  await expect(close).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(last).not.toBeFocused()
  await expect(close).not.toBeFocused()

  await last.focus()
  for (let presses = 0; presses < 5 && !(await isFocused(close)); presses += 1) await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(notice).toBeHidden()
  await expect(last).toBeFocused()
})

function isFocused(element: Locator): Promise<boolean> {
  return element.evaluate((each) => each === document.activeElement)
}
