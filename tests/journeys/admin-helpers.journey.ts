import { expectAccessible, expectFits } from './accessible.ts'
import { named } from './account-holder.ts'
import { openDashboard } from './admin-people.ts'
import { expect, test } from './shop.ts'

test('a helper is invited, accepts by the e-mail, works at the board on a phone, and opens nothing else', async ({
  browser,
  page,
  shop,
}) => {
  await openDashboard(page, shop)
  const email = `helper-${crypto.randomUUID().slice(0, 8)}@example.com`
  await page.goto(`${named(shop)}/admin/people`)
  await page.getByRole('button', { name: 'Invite someone' }).click()
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('button', { name: 'Send the invitation' }).click()
  const entry = page.getByRole('list', { name: 'People' }).getByRole('listitem').filter({ hasText: email })
  await expect(entry).toContainText('Invited, until')
  await expectAccessible(page)

  const hers = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const phone = await hers.newPage()
  const mail = async () =>
    (await shop.rows<{ text: string }>('select text from private.mailbox where recipient = $1', [email]))[0]?.text ?? ''
  await expect.poll(mail).toContain('/confirm?')
  const link = /\S+\/confirm\?\S+/.exec(await mail())?.[0] ?? ''
  await phone.goto(link)
  await phone.getByLabel('Your password').fill('sew the linen slowly')
  await expect(phone.getByText('At least 12 characters')).toBeVisible()
  await phone.getByRole('button', { name: 'Accept the invitation' }).click()
  await expect(phone.getByRole('heading', { level: 1, name: 'Board' })).toBeVisible()
  await expect(phone).toHaveURL(`${named(shop)}/admin/board`)
  await expect(phone.getByRole('navigation', { name: 'Back office' }).getByRole('link')).toHaveText(['Board'])
  await expectFits(phone)
  for (const path of ['today', 'money', 'settings', 'people', 'returns', 'shelf']) {
    await phone.goto(`${named(shop)}/admin/${path}`)
    await expect(phone.getByRole('heading', { level: 1, name: 'Access Denied' })).toBeVisible()
  }

  await page.reload()
  await entry.getByRole('button', { name: `Remove ${email}` }).click()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(entry).toBeHidden()
  await phone.goto(`${named(shop)}/admin/board`)
  await expect(phone).toHaveURL(`${named(shop)}/auth`)
  await hers.close()
})
