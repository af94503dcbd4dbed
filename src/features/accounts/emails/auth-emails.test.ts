import { expect, test } from 'vitest'
import { type AuthEmailKind, queueAuthEmail, sealedForEmail } from '#platform/auth/queue-auth-email.ts'
import { sendEmails } from '#platform/email/send-email.ts'
import { smtpTransport } from '#platform/email/smtp.ts'
import { createQueue } from '#platform/jobs/queue.ts'
import { createLog } from '#platform/log.ts'
import { createSeal } from '#platform/secrets/secrets.ts'
import { shop } from '#shop'
import { testDatabase } from '#tests/fixtures/database.ts'
import { smtpServer } from '#tests/fixtures/smtp-server.ts'
import { authEmails } from './auth-emails.ts'

const log = createLog({ level: 'silent' })
const seal = createSeal('a secret of this test')
const siteUrl = 'https://shop.example'
const emails = authEmails({ siteUrl, seal })
const secrets = { token: 'pkce_5d0b6f7d9c', code: '482913' }
const redirectTo = 'https://shop.example/new-password?next=/account&x="><b>'

async function write(
  kind: AuthEmailKind,
  { recipient = 'a@example.com', ...data }: Record<string, string> = {},
  sealed: object | null = secrets,
) {
  const more = sealed ? { sealed: seal.seal(JSON.stringify(sealed), sealedForEmail) } : {}
  const content = await emails[kind]?.({
    data: { userId: crypto.randomUUID(), ...data, ...more },
    orderId: null,
    recipient,
  })
  if (!content) throw new Error(`nobody writes ${kind}`)
  return content
}

test.each<[AuthEmailKind, string, string, Record<string, string>]>([
  ['verification', 'signup', '24 hours', {}],
  ['recovery', 'recovery', '10 minutes', {}],
  ['magic_link', 'magiclink', '10 minutes', {}],
  ['invite', 'invite', '7 days', {}],
  ['email_change', 'email_change', '24 hours', { newEmail: 'new@example.com' }],
  ['email_change', 'email_change', '24 hours', { recipient: 'new@example.com', newEmail: 'new@example.com' }],
])(
  '%s has its link, its code where a page takes one, and their validity, in HTML and in text',
  async (kind, type, lasts, more) => {
    const { text, html, subject, replyTo } = await write(kind, { type, redirectTo, ...more })
    const lines = text.split('\n')
    const link = lines.find((line) => line.startsWith(`${siteUrl}/confirm?`)) ?? ''
    expect(Object.fromEntries(new URL(link).searchParams)).toEqual({
      token_hash: secrets.token,
      type,
      redirect_to: redirectTo,
    })
    expect(html).toContain(`href="${link.replaceAll('&', '&amp;')}"`)
    expect(html).not.toContain('"><b>')
    for (const part of [text, html]) {
      // No page of the shop takes the code of a change of address.
      expect(part.includes(secrets.code)).toBe(kind !== 'email_change')
      expect(part.replaceAll(/\s+/g, ' ')).toContain(lasts)
      if (more.newEmail) expect(part).toContain(more.newEmail)
    }
    expect(subject).toContain(shop.name)
    expect(subject).not.toContain(secrets.code)
    expect(replyTo).toBe(shop.email)
    expect(lines.filter((line) => line.length > 72 && !line.startsWith('https://'))).toEqual([])
  },
)

test('a change of address needs both addresses to confirm, and only the current one gets advice for an unexpected e-mail', async () => {
  const data = { type: 'email_change', newEmail: 'new@example.com' }
  const current = await write('email_change', data)
  expect(current.text).toContain('Change my address:')
  expect(current.text).toContain(`${siteUrl}/forgotten-password`)
  const next = await write('email_change', { ...data, recipient: 'new@example.com' })
  expect(next.text).toContain('Confirm my new address:')
  expect(next.text).not.toContain('/forgotten-password')
})

test('a link without a redirect leads to the front page', async () => {
  const { text } = await write('recovery', { type: 'recovery' })
  expect(text).toContain(`redirect_to=${encodeURIComponent(`${siteUrl}/`)}`)
})

test('a reauthentication e-mail has a code and no link that confirms', async () => {
  const { text } = await write('reauthentication', {}, { code: '001234' })
  expect(text).toContain('\n    001234\n')
  expect(text).not.toContain('/confirm')
})

test('a sign-in e-mail names the shop’s time and a readable device, and never quotes the user agent', async () => {
  const device = 'Mozilla/5.0 (Windows NT 10.0; rv:143.0) Gecko/20100101 Firefox/143.0 Visit-evil.example'
  const { text, html } = await write('new_sign_in', { at: '2026-07-01T22:30:00Z', device }, null)
  expect(text).toContain('When: Wednesday 1 July 2026, 23:30 (London time)')
  expect(text).toContain('With: Firefox on Windows')
  expect(text + html).not.toContain('evil')
  expect(text).toContain(`${siteUrl}/forgotten-password`)
  expect((await write('new_sign_in', { device: '' }, null)).text).toContain('With: An unknown device')
})

test('e-mails about a second factor and a new password say what to do if the recipient did not make the change', async () => {
  const factor = await write('new_factor', { type: 'webauthn', name: 'Visit evil.example' }, null)
  expect(factor.text.replaceAll(/\s+/g, ' ')).toContain('needs a passkey or a security key')
  expect(factor.text + factor.html).not.toContain('evil')
  const password = await write('password_changed', {}, null)
  expect(password.text).toContain(`${siteUrl}/forgotten-password`)
})

test('an e-mail without its token, or with secrets sealed under another key, is never sent', async () => {
  await expect(write('recovery', { type: 'recovery' }, null)).rejects.toThrow('nothing to confirm')
  await expect(write('recovery', { type: 'recovery' }, { token: 'a' })).rejects.toThrow('no code')
  await expect(write('email_change', { type: 'email_change', newEmail: 'a@b\r\nBcc: c@example.com' })).rejects.toThrow()
  const foreign = createSeal('another').seal(JSON.stringify(secrets), sealedForEmail)
  await expect(write('recovery', { type: 'recovery', sealed: foreign }, null)).rejects.toThrow()
})

test('an e-mail goes from the outbox to one address; the database never stores its token, and no text adds a header', async () => {
  await using db = await testDatabase()
  await using smtp = await smtpServer()
  await using queue = createQueue({ connectionString: db.connectionString, log, working: false })
  await queue.start()
  const transport = smtpTransport({ url: smtp.url, from: () => ({ name: 'Shop', address: 'hello@shop.example' }) })
  const user = await db.user({})
  await db.asService((tx) =>
    queueAuthEmail({ queue, seal }, tx, {
      kind: 'email_change',
      userId: user.id,
      recipient: 'mary@example.com',
      data: {
        type: 'email_change',
        newEmail: 'new@example.com',
        redirectTo: 'https://shop.example/\r\nBcc: evil@example.com',
      },
      secrets,
    }),
  )
  const outbox = () => db.asService((tx) => tx.selectFrom('private.outbox').selectAll().executeTakeFirstOrThrow())
  const send = sendEmails({ db, queue, transport, templates: emails, log })
  await send((await outbox()).id)
  transport.close()

  const row = await outbox()
  expect(row).toMatchObject({ state: 'sent', last_error: null })
  expect(JSON.stringify(row)).not.toContain(secrets.token)
  expect(JSON.stringify(row)).not.toContain(secrets.code)
  expect(smtp.received).toHaveLength(1)
  expect(smtp.received[0]?.to).toEqual(['mary@example.com'])
  const headers = smtp.received[0]?.message.split(/\r?\n\r?\n/)[0] ?? ''
  expect(headers).not.toMatch(/^(Bcc|Cc):/im)
  expect(headers).toMatch(/^Reply-To: /m)
})
