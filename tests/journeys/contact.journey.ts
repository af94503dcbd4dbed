import type { Page } from '@playwright/test'
import { shop as configured } from '#shop'
import { expectAccessible, expectFits } from './accessible.ts'
import { emailTo } from './mailbox.ts'
import { expect, test } from './shop.ts'

const words = 'The left seam came open.\n\nOn the second day.'

test('a visitor writes, sees which fields are missing, the shop gets an e-mail and the visitor a receipt', async ({
  page,
  shop,
}) => {
  const email = freshEmail()
  await page.goto('/contact?order=TKW-ABC123')
  await expect(page.getByRole('main').getByRole('link', { name: configured.email }).first()).toBeVisible()
  const form = formOf(page)
  await expect(form.order).toHaveValue('TKW-ABC123')
  await expectFits(page)
  await expectAccessible(page)

  await form.button.click()
  await expect(form.topic).toBeFocused()
  await expect(form.topic).toHaveAccessibleDescription('Please choose what it’s about.')
  await expect(form.name).toHaveAccessibleDescription('Please enter your name.')
  await expect(form.message).toHaveAccessibleDescription('Please write a message.')
  await expectFits(page)
  await expectAccessible(page)

  await form.topic.selectOption('return')
  await expect(page.getByText('for a fault, photos of it and of the whole garment').first()).toBeVisible()
  await form.name.fill('Ruth Moab')
  await form.email.fill('ruth at example')
  await form.message.fill(words)
  await form.button.click()
  await expect(form.email).toHaveAccessibleDescription('Please enter a full e-mail address, such as ruth@example.com.')
  await form.email.fill(email)

  const gate = Promise.withResolvers<void>()
  let requests = 0
  await page.route('**/functions/v1/contact', async (route) => {
    requests += 1
    await gate.promise
    await route.continue()
  })
  await form.button.click()
  await expect(page.getByRole('button', { name: 'Sending…' })).toBeVisible()
  await page.getByRole('button', { name: 'Sending…' }).click({ force: true })
  gate.resolve()
  const done = page.getByRole('status').filter({ hasText: 'We have your message.' })
  await expect(done).toBeFocused()
  await expect(done).toContainText(email)
  await expect(done).toContainText('Reply to the receipt with photographs')
  expect(requests).toBe(1)
  await expectFits(page)
  await expectAccessible(page)

  const receipt = await emailTo(shop, email, /We have your message/)
  expect(receipt.text).not.toContain('seam')
  const message = await emailTo(shop, configured.email, new RegExp(email))
  expect(message.text).toContain('> The left seam came open.')
  expect(message.text).toContain('Order: TKW-ABC123')

  await page.getByRole('button', { name: 'Send another message' }).click()
  await expect(form.topic).toBeFocused()
  await expect(form.message).toHaveValue('')
})

test('without a connection the typed text stays, and a resent message arrives once', async ({
  page,
  shop,
  context,
}) => {
  const email = freshEmail()
  await page.goto('/contact', { waitUntil: 'networkidle' })
  await fillIn(page, email)
  await context.setOffline(true)
  await formOf(page).button.click()
  await expect(page.getByText('Your text is still here')).toBeVisible()
  await expect(formOf(page).message).toHaveValue(words)
  await context.setOffline(false)

  // The message arrives, but its response is lost.
  await page.route('**/functions/v1/contact', async (route) => {
    await route.fetch()
    await route.abort()
    await page.unroute('**/functions/v1/contact')
  })
  await formOf(page).button.click()
  await expect(formOf(page).button).toBeEnabled()
  await expect(page.getByText('Your text is still here')).toBeVisible()
  await formOf(page).button.click()
  await expect(page.getByText('We have your message.')).toBeVisible()
  const [count] = await shop.rows<{ count: number }>(
    "select count(*)::int from private.outbox where kind = 'contact_message' and data ->> 'email' = $1",
    [email],
  )
  expect(count?.count).toBe(1)
})

test('a message submitted by keyboard before hydration is sent when the code has loaded', async ({ page }) => {
  const code = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await code.promise
    await route.continue()
  })
  let requests = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/functions/v1/contact') && request.method() === 'POST') requests += 1
  })
  await page.goto('/contact', { waitUntil: 'commit' })
  const form = formOf(page)
  await form.topic.focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Tab')
  await expect(form.order).toBeFocused()
  for (const text of ['', 'Ruth Moab', freshEmail(), words]) {
    await page.keyboard.type(text)
    await page.keyboard.press('Tab')
  }
  await expect(page.getByRole('link', { name: /^Privacy Policy/ }).first()).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(form.button).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/contact$/)
  expect(requests).toBe(0)
  code.resolve()
  await expect(page.getByText('We have your message.')).toBeVisible()
  expect(requests).toBe(1)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the page shows the e-mail address instead of a form that cannot work', async ({ page }) => {
    await page.goto('/contact')
    // These texts have no labels, so the test reads them by position.
    const note = page.locator('main noscript p')
    await expect(note).toBeVisible()
    await expect(note).toContainText(`Without it, please write to ${configured.email}.`)
    await expect(formOf(page).button).toBeHidden()
    await expect(page.getByRole('main').getByRole('link', { name: configured.email }).first()).toBeVisible()
  })
})

function formOf(page: Page) {
  const main = page.getByRole('main')
  return {
    topic: main.getByLabel('What is it about?'),
    order: main.getByLabel('Order number, if you have one'),
    name: main.getByLabel('Your name'),
    email: main.getByLabel('Your e-mail'),
    message: main.getByLabel('Your message'),
    button: main.getByRole('button', { name: 'Send', exact: true }),
  }
}

async function fillIn(page: Page, email: string) {
  const form = formOf(page)
  await form.topic.selectOption('size')
  await form.name.fill('Ruth Moab')
  await form.email.fill(email)
  await form.message.fill(words)
}

function freshEmail(): string {
  return `${crypto.randomUUID().slice(0, 8)}@example.com`
}
