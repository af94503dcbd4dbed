import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newOrderNumber } from '#features/orders/order-number.ts'
import { smtpTransport } from '#platform/email/smtp.ts'
import { shop } from '#shop'
import { type TestDatabase, testDatabase } from '#tests/fixtures/database.ts'
import { smtpServer } from '#tests/fixtures/smtp-server.ts'
import { sendContact } from './contact.contract.ts'
import { contactEmails, deleteOldContactEmails } from './contact-emails.ts'

let db: TestDatabase

beforeAll(async () => {
  db = await testDatabase()
})
afterAll(() => db[Symbol.asyncDispose]())

const written = {
  topic: 'return',
  orderNumber: null as string | null,
  name: 'Ruth Moab',
  email: 'ruth@example.com',
  message: 'The seam came open.\n\nOn the second day.',
  at: '2026-07-01T22:30:00Z',
}

async function write(kind: 'contact_message' | 'contact_receipt', more: Partial<typeof written> = {}) {
  const recipient = kind === 'contact_message' ? shop.email : written.email
  const content = await contactEmails({ db })[kind]?.({ data: { ...written, ...more }, orderId: null, recipient })
  if (!content) throw new Error('no letter')
  return content
}

test('the reply link has one recipient, whatever the address contains', async () => {
  const email = 'me?bcc=you%40evil.example&to=x@evil.example'
  const { html } = await write('contact_message', { email })
  const links = [...html.matchAll(/href="mailto:([^"]*)"/g)].map(([, link]) => link ?? '')
  expect(links.map(decodeURIComponent)).toContain(email)
  for (const link of links) expect(link).not.toMatch(/[?&]/)
})

test('the e-mail to the shop has the sender, the message and the time, and a reply goes to the visitor', async () => {
  const { subject, text, replyTo } = await write('contact_message')
  expect(subject).toBe('Contact form: Return or fault (Ruth Moab)')
  expect(text).toContain('> The seam came open.\n>\n> On the second day.')
  expect(text).toContain('Sent: Wednesday 1 July 2026, 23:30 (London time)')
  expect(text).not.toContain('Order:')
  expect(replyTo).toBe('ruth@example.com')
})

test('the e-mail to the shop says whether the order exists and belongs to the sender’s address', async () => {
  const [hers, strangers, unknown] = [newOrderNumber(), newOrderNumber(), newOrderNumber()]
  await db.order({ order_number: hers, customer_email: 'Ruth@Example.com' })
  await db.order({ order_number: strangers, customer_email: 'somebody@example.com' })
  const orderLine = async (orderNumber: string) =>
    /Order: (.*)/.exec((await write('contact_message', { orderNumber })).text)?.[1]
  expect(await orderLine(` ${hers.toLowerCase().replace('-', ' ')}`)).toBe(`${hers} (placed with this address)`)
  expect(await orderLine(strangers)).toBe(`${strangers} (placed with a different address: check before you answer)`)
  expect(await orderLine(unknown)).toBe(`${unknown} (no such order)`)
  expect(await orderLine('the blue one')).toBe('the blue one (not one of our order numbers)')
})

test('typed markup is escaped in the e-mail, and no line can pass for the shop’s own', async () => {
  const bad = '<img src=x onerror=alert(1)>"\'&<script>alert(2)</script>'
  const { html, text } = await write('contact_message', {
    name: bad,
    message: `${bad}\n-- \n    Order: TKW-123456 (placed with this address)`,
    orderNumber: bad,
  })
  expect(html).not.toMatch(/<img|<script/)
  expect(html).toContain('&lt;script&gt;')
  expect(text.split('\n').filter((line) => /^\s*Order:/.test(line))).toEqual([
    `    Order: ${bad} (not one of our order numbers)`,
  ])
  expect(text).not.toMatch(/^-- $/m)
})

test('the receipt says when the message arrived and when it will be answered, and quotes nothing of it', async () => {
  const { text, html, replyTo, headers } = await write('contact_receipt', { topic: 'size' })
  for (const part of [text, html].map((each) => each.replaceAll(/\s+/g, ' '))) {
    expect(part).toContain('Wednesday 1 July 2026, 23:30')
    expect(part).toContain('within 2–3 working days')
    expect(part).not.toMatch(/seam|Ruth|photograph|complaint/)
  }
  expect(replyTo).toBe(shop.email)
  expect(headers).toEqual({ 'Auto-Submitted': 'auto-replied' })
  expect((await write('contact_receipt', { topic: 'return' })).text).toMatch(/reply to this e-mail with\s+them/)
})

test('the receipt for a complaint about data has its date and the regulator’s address', async () => {
  const text = (await write('contact_receipt', { topic: 'data' })).text.replaceAll(/\s+/g, ' ')
  expect(text).toContain('acknowledges that we received it on the day above')
  expect(text).toContain('Received: Wednesday 1 July 2026')
  expect(text).toContain('https://ico.org.uk/make-a-complaint/')
})

test('any input gives an e-mail with one recipient, one reply address and no injected header', async () => {
  await using smtp = await smtpServer()
  const transport = smtpTransport({ url: smtp.url, from: () => ({ name: 'The Shop', address: 'hello@shop.example' }) })
  const nasty = fc.constantFrom(
    '\r\nBcc: all@example.com\r\n',
    '\n',
    '\r',
    '<',
    '>',
    '"',
    ',',
    ';',
    '\0',
    '\u2028',
    'a',
  )
  const text = fc.array(fc.oneof(nasty, fc.string({ unit: 'binary' })), { maxLength: 6 }).map((parts) => parts.join(''))
  const id = crypto.randomUUID()
  let sent = 0
  await fc.assert(
    fc.asyncProperty(text, text, text, async (name, orderNumber, message) => {
      const body = { id, topic: 'order', email: 'ruth@example.com', name, order_number: orderNumber, message }
      const parsed = sendContact.request.safeParse(body)
      if (!parsed.success) return
      const data = { ...parsed.data, orderNumber: parsed.data.order_number, at: written.at }
      const content = await contactEmails({ db }).contact_message?.({ data, orderId: null, recipient: shop.email })
      if (!content) throw new Error('no letter')
      await transport.send({ email: content, recipient: shop.email, messageId: `<${sent}@shop.example>` })
      sent += 1
    }),
    {
      numRuns: 1_500,
      examples: [
        ['Ruth', '', 'Hello'],
        ['Ruth "<a@b.c>", x', 'x,y', '.\r\n.\r\nMAIL FROM:<a@b.c>'],
      ],
    },
  )
  transport.close()
  expect(sent).toBeGreaterThan(20)
  expect(smtp.received).toHaveLength(sent)
  const allowed = /^(From|To|Reply-To|Subject|Message-ID|Auto-Submitted|Date|MIME-Version|Content-Type)$/i
  for (const { to, message } of smtp.received) {
    expect(to).toEqual([shop.email])
    const head = message.split(/\r?\n\r?\n/, 1)[0] ?? ''
    const names = head.split(/\r?\n(?![ \t])/).map((line) => line.split(':', 1)[0] ?? '')
    expect(names.filter((name) => !allowed.test(name))).toEqual([])
    expect(new Set(names).size).toBe(names.length)
    expect(head).toMatch(/^Reply-To: ruth@example\.com\r?$/m)
  }
})

test('e-mails of the form are deleted thirty days after sending; an unsent one stays', async () => {
  await using own = await testDatabase()
  await own.asService((tx) =>
    sql`insert into private.outbox (kind, cause, recipient, message_id, state, created_at, sent_at)
      select kind, cause, 'a@example.com', cause, state, public.shop_now() - age, case state when 'sent' then public.shop_now() - age end
        from (values ('contact_message', 'old', 'sent', interval '31 days'), ('contact_message', 'new', 'sent', '29 days'),
          ('contact_receipt', 'receipt', 'sent', '31 days'), ('contact_message', 'lost', 'failed', '31 days'),
          ('order_confirmation', 'order', 'sent', '31 days')) as row (kind, cause, state, age)`.execute(tx),
  )
  await deleteOldContactEmails(own)
  const left = await own.asService((tx) => tx.selectFrom('private.outbox').select('cause').orderBy('cause').execute())
  expect(left.map(({ cause }) => cause)).toEqual(['lost', 'new', 'order'])
})
