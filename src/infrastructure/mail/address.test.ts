import fc from 'fast-check'
import nodemailer from 'nodemailer'
import { expect, test } from 'vitest'
import { mailAddress, mailSender } from './address.ts'
import { mailOf } from './smtp.ts'

test('plain addresses pass, with their domain in lower-case ASCII', () => {
  expect(mailAddress('mary@example.co.uk')).toBe('mary@example.co.uk')
  expect(mailAddress("Mary.O'Neil+shop@Example.COM")).toBe("Mary.O'Neil+shop@example.com")
  expect(mailAddress('ruth@bücher.example')).toBe('ruth@xn--bcher-kva.example')
})

test.each([
  '',
  'mary',
  'mary@',
  '@example.com',
  'mary@example',
  'a@b@example.com',
  'mary @example.com',
  ' mary@example.com',
  'mary@example.com\r\nBcc: evil@example.com',
  'mary@example.com, evil@example.com',
  'mary@example.com;evil@x.com',
  '"mary"@example.com',
  'Mary <mary@example.com>',
  'mary@[127.0.0.1]',
  'mary@127.0.0.1',
  '.mary@example.com',
  'mary..m@example.com',
  'mary@-example.com',
  'mary@example..com',
  'mary\u0000@example.com',
  'mary(x)@example.com',
  `${'m'.repeat(65)}@example.com`,
  `m@${'a.'.repeat(130)}com`,
  'mary@exam ple.com',
  'mary@example.com\n',
  'mary@ex%61mple.com',
  'mary@exa\tmple.com',
])('%j is no address', (text) => {
  expect(mailAddress(text)).toBeNull()
})

test('whatever is typed, the envelope holds exactly what passed, once', async () => {
  const transporter = nodemailer.createTransport({ jsonTransport: true })
  const pieces = fc.constantFrom(
    'a',
    'b.c',
    '@',
    'x.com',
    'example.org',
    ',',
    ';',
    '<',
    '>',
    '"',
    '\r\n',
    'Bcc: e@x.com',
    ' ',
    '(',
    ')',
    ':',
    '\\',
    '\u0000',
    'é',
    '％',
    '＠',
    '，',
    '\u2028',
    '%0a',
    'group:a@b.com;',
    "'",
    '=?utf-8?q?x?=',
    '[',
    ']',
    '.',
    '-',
    'xn--',
  )
  const typed = fc.oneof(
    fc.array(pieces, { minLength: 1, maxLength: 8 }).map((parts) => parts.join('')),
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.emailAddress(),
    fc.tuple(fc.emailAddress(), pieces, fc.emailAddress()).map((parts) => parts.join('')),
  )
  await fc.assert(
    fc.asyncProperty(typed, async (text) => {
      const recipient = mailAddress(text)
      if (recipient === null) return
      const letter = { subject: 'S', html: '<p>H</p>', text: 'T' }
      const mail = mailOf({ letter, recipient, messageId: '<a.b@c.d>' }, mailSender('Shop <s@x.com>'))
      const { envelope } = await transporter.sendMail(mail)
      expect(envelope).toEqual({ from: 's@x.com', to: [recipient] })
    }),
    { numRuns: 10_000 },
  )
})

test('the sender is an address, with or without a name', () => {
  expect(mailSender('The Shop <hello@example.com>')).toEqual({ name: 'The Shop', address: 'hello@example.com' })
  expect(mailSender('hello@example.com')).toEqual({ name: '', address: 'hello@example.com' })
  expect(() => mailSender('The Shop')).toThrow('Not a sender')
  expect(() => mailSender('A <a@x.com>, B <b@x.com>')).toThrow('Not a sender')
})
