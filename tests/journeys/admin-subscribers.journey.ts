import { readFile } from 'node:fs/promises'
import { expectAccessible, expectFits } from './accessible.ts'
import { named } from './account-holder.ts'
import { openDashboard } from './admin-people.ts'
import { expect, test } from './shop.ts'

test.setTimeout(240_000)

test('the owner imports a list, reads each consent, searches, unsubscribes an address and exports the list', async ({
  page,
  shop,
}) => {
  await shop.rows('delete from email_signups')
  await openDashboard(page, shop)
  await page.getByRole('link', { name: 'Subscribers' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Subscribers' })).toBeVisible()
  await expect(page.getByText('No one has signed up yet.')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Import addresses' }).click()
  await expect(page.getByRole('heading', { name: 'Import addresses' })).toBeFocused()
  const file =
    'Name,Email,Uutiskirje,Koko\nRuth,ruth@example.com,kyllä,M\nNobody,not an address,,\nEsther,esther@example.com,,S\nRuth,RUTH@example.com,,M\n'
  const choose = (name: string) =>
    page.getByLabel('A file').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(file) })
  await choose('unsubscribed_2026.csv')
  await expect(page.getByLabel('Or enter addresses, one per line')).toHaveValue(file)
  await page.getByLabel('What they agreed to').fill('Write to me when you open <b>your</b> shop.')
  await page.getByLabel('Where', { exact: true }).fill('Market stall, May 2026')
  await page.getByRole('button', { name: 'Check the list' }).click()
  await expect(page.getByRole('alert')).toContainText('The file is called “unsubscribed_2026.csv”.')
  await choose('list.csv')
  await page.getByRole('button', { name: 'Check the list' }).click()
  await expect(page.getByRole('heading', { name: 'What do these columns mean?' })).toBeFocused()
  await expect(page.getByLabel('Meaning of Email', { exact: true })).toHaveValue('email')
  await expect(page.getByLabel('Meaning of Name')).toHaveValue('ignored')
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(page.getByText('Please choose what this column means.')).toHaveCount(2)
  await expectFits(page, [390, 1280])
  await expectAccessible(page)
  expect(await shop.rows('select 1 as one from email_signups')).toEqual([])
  await page.getByLabel('Meaning of Uutiskirje').selectOption('Nothing about consent: ignore it')
  await page.getByLabel('Meaning of Koko').selectOption('Nothing about consent: ignore it')
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(page.getByText('2 added, 1 listed twice, 1 not imported.')).toBeVisible()
  await expect(page.getByRole('row', { name: /^3 not an address/ })).toBeVisible()
  await expectFits(page, [390, 1280])
  await expectAccessible(page)

  const entries = page.getByRole('list', { name: 'The list' }).getByRole('listitem')
  await expect(entries).toHaveCount(2)
  const ruth = entries.filter({ hasText: 'ruth@example.com' })
  await expect(ruth).toContainText('On the list since')
  await ruth.getByText(/^Imported on .*, Market stall, May 2026$/).click()
  await expect(ruth).toContainText('Write to me when you open <b>your</b> shop.')

  await page.getByLabel('Search').fill('esth')
  await expect(entries).toHaveCount(1)
  await page.getByLabel('Search').fill('nobody at all')
  await expect(page.getByText('No address here contains “nobody at all”.')).toBeVisible()
  await page.getByLabel('Search').fill('')
  await expect(entries).toHaveCount(2)

  await page.getByRole('button', { name: 'Unsubscribe ruth@example.com' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Yes, unsubscribe' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(ruth).toContainText('Unsubscribed on')
  await page.getByRole('link', { name: /Off the list/ }).click()
  await expect(page).toHaveURL(`${named(shop)}/admin/subscribers?state=off`)
  await expect(entries).toHaveCount(1)
  await page.reload()
  await expect(entries).toHaveCount(1)

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export as CSV' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/-subscribers-\d{4}-\d\d-\d\d\.csv$/)
  const saved = await readFile(await download.path(), 'utf8')
  expect(saved).toMatch(/^\u{feff}email,state/u)
  expect(saved).toContain('ruth@example.com,off')
  expect(saved).not.toContain('esther@example.com')

  await page
    .getByRole('link', { name: /^\d+ ?All|All/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Erase esther@example.com' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Erase esther@example.com' }).click()
  await page.getByRole('button', { name: 'Yes, erase' }).click()
  await expect(entries).toHaveCount(1)
  expect(await shop.rows('select 1 as one from email_signups where email = $1', ['esther@example.com'])).toEqual([])
})

test('a long list loads page by page, and the keyboard reaches its end', async ({ page, shop }) => {
  await shop.rows('delete from email_signups')
  await shop.rows(
    `insert into email_signups (email, source, created_at) select 'reader-' || n || '@' || repeat('long-', 10) || 'name.example.com',
       'import', now() - n * interval '1 minute' from generate_series(1, 120) n`,
  )
  await openDashboard(page, shop)
  await page.goto(`${named(shop)}/admin/subscribers`)
  const entries = page.getByRole('list', { name: 'The list' }).getByRole('listitem')
  await expect(entries).toHaveCount(50)
  await expect(entries.first()).toContainText('reader-1@')
  await expect(page.getByRole('link', { name: /On the list/ })).toContainText('120')
  await expectFits(page, [390, 1280])
  for (const count of [100, 120]) {
    await page.getByRole('button', { name: 'Show more' }).press('Enter')
    await expect(entries).toHaveCount(count)
  }
  await expect(page.getByRole('button', { name: 'Show more' })).toBeHidden()
  await expect(entries.last()).toContainText('reader-120@')
})

test('a list that fails to load says so and can be reloaded', async ({ page, shop }) => {
  await openDashboard(page, shop)
  await page.route('**/functions/v1/subscribers?*', (route) => route.abort())
  await page.goto(`${named(shop)}/admin/subscribers`)
  await expect(page.getByText('The list couldn’t be loaded.')).toBeVisible({ timeout: 20_000 })
  await expectAccessible(page)
  await page.unroute('**/functions/v1/subscribers?*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Subscribers' })).toBeVisible()
  await expect(page.getByText('The list couldn’t be loaded.')).toBeHidden()
})
