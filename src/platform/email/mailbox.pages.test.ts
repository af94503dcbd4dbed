import { Hono } from 'hono'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '#tests/fixtures/database.ts'
import { mailSender } from './address.ts'
import { mailboxPages } from './mailbox.pages.ts'
import { mailboxTransport } from './mailbox.ts'

const brand = { name: 'The Shop', language: 'en-GB', timeZone: 'Europe/London' }

async function mailbox(db: TestDatabase) {
  const transport = mailboxTransport({ db, from: () => mailSender('The Shop <hello@shop.example>') })
  const app = new Hono().route('/dev/mailbox', mailboxPages({ db, brand }))
  let count = 0
  return {
    get: (path = '') => app.request(`/dev/mailbox${path}`),
    async receive({ to = 'mary@example.com', subject = 'Hello', html = '<p>Hi</p>', text = 'Hi' } = {}) {
      count += 1
      await transport.send({ email: { subject, html, text }, recipient: to, messageId: `<a.${count}@shop.example>` })
      const { rows } = await db.asService((tx) =>
        sql<{ id: string }>`select max(id) as id from private.mailbox`.execute(tx),
      )
      return rows[0]?.id ?? ''
    },
  }
}

test('e-mails are listed, found by address, subject and text, and shown as HTML and as text', async () => {
  await using db = await testDatabase()
  const box = await mailbox(db)
  expect(await (await box.get()).text()).toContain('No e-mails yet.')
  const id = await box.receive({ subject: 'Your order TKW-1', html: '<h1>Thank you</h1>', text: '100% thanks' })
  await box.receive({ to: 'ruth@example.com', subject: 'Other' })

  const list = await (await box.get()).text()
  expect(list.indexOf('ruth@example.com')).toBeLessThan(list.indexOf('mary@example.com'))
  for (const q of ['MARY@', 'tkw-1', '100% th']) {
    const found = await (await box.get(`?q=${encodeURIComponent(q)}`)).text()
    expect(found).toContain('Your order TKW-1')
    expect(found).not.toContain('ruth@example.com')
  }
  expect(await (await box.get('?q=%25')).text()).not.toContain('ruth@example.com')

  expect(await (await box.get(`/${id}`)).text()).toContain(`src="/dev/mailbox/${id}/html"`)
  const onPhone = await (await box.get(`/${id}?as=phone`)).text()
  expect(onPhone).toContain('class="phone"')
  expect(onPhone).toContain('aria-current="page">On a phone<')
  expect(await (await box.get(`/${id}?as=text`)).text()).toContain('<pre>100% thanks</pre>')
  expect(await (await box.get(`/${id}?as=nonsense`)).text()).toContain('aria-current="page">As sent<')
  expect(await (await box.get(`/${id}/html`)).text()).toBe('<h1>Thank you</h1>')
})

test('an e-mail’s HTML runs no code, and its subject is shown as text', async () => {
  await using db = await testDatabase()
  const box = await mailbox(db)
  const id = await box.receive({
    subject: '<script>alert(1)</script>',
    html: '<script>alert(1)</script>',
    text: '</pre><b>',
  })
  for (const path of [
    '',
    `/${id}`,
    `/${id}?as=text`,
    '?q=<script>',
    `/${id}/html`,
    '/999',
    '/x',
    '/9999999999999999999',
  ]) {
    const page = await box.get(path)
    expect(page.headers.get('cache-control')).toBe('no-store')
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    if (!path.endsWith('/html')) expect(await page.text()).not.toMatch(/<script|<\/pre><b>/)
  }
  const policy = (await box.get(`/${id}/html`)).headers.get('content-security-policy')
  expect(policy).toContain('sandbox allow-popups')
  expect(policy).not.toContain('allow-scripts')
  expect((await box.get('/999')).status).toBe(404)
})

test('older e-mails are on the next page', async () => {
  await using db = await testDatabase()
  const box = await mailbox(db)
  for (let index = 1; index <= 51; index++) await box.receive({ subject: `Letter ${index}.` })
  const first = await (await box.get('?q=letter')).text()
  expect(first).toContain('Letter 51.')
  expect(first).not.toContain('Letter 1.')
  const older = /href="([^"]*before[^"]*)"/.exec(first)?.[1]?.replace('/dev/mailbox', '').replaceAll('&amp;', '&')
  expect(await (await box.get(older)).text()).toContain('Letter 1.')
})
