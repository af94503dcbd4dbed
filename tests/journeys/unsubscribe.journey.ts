import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { emailTo } from './mailbox.ts'
import { expect, type ShopUnderTest, test } from './shop.ts'

/** Signs up an address as the form does, and returns the link of this name from the e-mail. */
async function signUp(page: Page, shop: ShopUnderTest, email: string, link: RegExp): Promise<string> {
  const home = await page.request.get('/about')
  const [, apikey = ''] = /name="backend-key" content="([^"]+)"/.exec(await home.text()) ?? []
  const response = await page.request.post('/rest/v1/email_signups', { headers: { apikey }, data: { email } })
  expect(response.status()).toBe(201)
  const { text } = await emailTo(shop, email, link)
  const address = new URL(link.exec(text)?.[0] ?? '')
  return address.pathname + address.search
}

const leaving = /http\S+\/unsubscribe\?token=[\w-]+/
const joining = /http\S+\/confirm-sign-up\?token=[\w-]+/

async function state(shop: ShopUnderTest, email: string) {
  const [row] = await shop.rows<{ on: boolean; reason: string | null }>(
    'select private.can_email(s) as on, unsubscribe_reason as reason from public.email_signups s where email = $1',
    [email],
  )
  return row
}

for (const javaScriptEnabled of [true, false]) {
  test(`the link of an e-mail unsubscribes, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, async ({
    browser,
    shop,
    page: outer,
  }) => {
    const email = `mary-${crypto.randomUUID()}@example.co.uk`
    const link = await signUp(outer, shop, email, leaving)
    const context = await browser.newContext({ javaScriptEnabled, baseURL: shop.url })
    const page = await context.newPage()

    const response = await page.goto(link)
    expect(response?.headers()).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'same-origin',
      'x-robots-tag': 'noindex',
    })
    await expect(page.getByRole('main')).toContainText('m•••@e•••.uk')
    await expect(page.getByRole('main')).not.toContainText(email)
    if (javaScriptEnabled) await expectAccessible(page)
    expect(await state(shop, email)).toEqual({ on: true, reason: null })

    await page.getByRole('button', { name: 'Unsubscribe' }).click()
    await expect(page.getByRole('heading', { name: 'You’re off the list' })).toBeVisible()
    expect(await state(shop, email)).toEqual({ on: false, reason: 'unsubscribed' })
    if (javaScriptEnabled) await expectAccessible(page)

    await page.getByRole('button', { name: 'Sign me up again' }).click()
    await expect(page.getByRole('button', { name: 'Unsubscribe' })).toBeVisible()
    expect(await state(shop, email)).toEqual({ on: true, reason: null })

    await page.getByRole('button', { name: 'Unsubscribe' }).click()
    await page.getByRole('button', { name: 'I never signed up' }).click()
    await expect(page.getByText('Thank you for telling us')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Sign me up again' })).toBeHidden()
    expect(await state(shop, email)).toEqual({ on: false, reason: 'complaint' })
    await context.close()
  })
}

test('a sign-up after an objection needs a confirmation by e-mail, which puts it on the list', async ({
  page,
  shop,
}) => {
  const email = `ruth-${crypto.randomUUID()}@example.com`
  await shop.rows(
    `insert into private.suppressions (address_hash, reason) values (private.address_hash($1), 'unsubscribed')`,
    [email],
  )
  await page.goto(await signUp(page, shop, email, joining))
  expect(await state(shop, email)).toEqual({ on: false, reason: null })
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Yes, sign me up' }).click()
  await expect(page.getByRole('heading', { name: 'You’re on the list' })).toBeVisible()
  expect(await state(shop, email)).toEqual({ on: true, reason: null })
})

test('an incomplete link gets a message that reveals nothing', async ({ page }) => {
  await page.goto('/unsubscribe?token=test')
  await expect(page.getByRole('heading', { name: 'This was a test e-mail' })).toBeVisible()
  await expect(page.getByText('In the real e-mail, this link unsubscribes.')).toBeVisible()
  for (const address of ['/unsubscribe', '/unsubscribe?token=abc', '/confirm-sign-up?token=abc', '/confirm-sign-up']) {
    const response = await page.goto(address)
    expect(response?.status()).toBe(200)
    await expect(page.getByRole('heading', { name: 'This link is incomplete' })).toBeVisible()
  }
})

test('the list’s field shows the consent text and a link to the Privacy Policy', async ({ page, shop }) => {
  await shop.rows(
    `insert into private.settings (name, value) values ('launch_at', to_jsonb(public.shop_now() + interval '1 day'))`,
  )
  try {
    await expect(async () => {
      await page.goto('/')
      await expect(page.getByRole('heading', { name: 'Something Beautiful is Coming' })).toBeVisible({ timeout: 1_000 })
    }).toPass()
    const [rules] = await shop.rows<{ consent_text: string }>('select consent_text from private.email_settings')
    await expect(page.getByLabel('Your e-mail')).toHaveAccessibleDescription(
      new RegExp(rules?.consent_text.slice(0, 60) ?? ''),
    )
    await page.getByRole('main').getByRole('link', { name: 'Privacy Policy' }).click()
    await expect(page).toHaveURL(/privacy-policy/)
  } finally {
    await shop.rows(`delete from private.settings where name = 'launch_at'`)
  }
})
