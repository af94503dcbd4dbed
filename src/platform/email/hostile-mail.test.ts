// @module-tag S24

import fc from 'fast-check'
import nodemailer from 'nodemailer'
import { expect, test } from 'vitest'
import { smtpServer } from '#tests/fixtures/smtp-server.ts'
import { mailAddress, mailSender } from './address.ts'
import { smtpTransport, toMailOptions } from './smtp.ts'

const from = mailSender('The Shop <hello@shop.example>')
const messageId = '<a.b@shop.example>'

const pieces = fc.constantFrom(
  ...[
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
    '\\',
    '(',
    ')',
    ':',
    '[',
    ']',
    '.',
    '-',
    "'",
    '`',
  ],
  ...[
    '\r\n',
    '\n',
    '\r',
    '\t',
    ' ',
    '\u0000',
    '\u007f',
    '\u0085',
    '\u00a0',
    '\u2028',
    '\ufeff',
    '\u202e',
    '\ud800',
    'ß',
  ],
  ...[
    'é',
    '％',
    '＠',
    '，',
    '．',
    '。',
    'ＡＢ',
    'İ',
    'bücher',
    'xn--',
    'xn--bcher-kva',
    '%0a',
    '%0d%0a',
    '%40',
    '=0A',
    '!',
    '/',
    '|',
  ],
  ...[
    '\r\nBcc: e@x.com',
    '\r\n\r\nbody',
    '\r\n.\r\n',
    'RCPT TO:<e@x.com>',
    '> SIZE=1',
    'group:a@b.com;',
    '=?utf-8?q?x?=',
  ],
  ...[
    '"a@x"@y.com',
    'a@x@y.com',
    '<a@x.com>',
    'A <a@x.com>',
    'a@[127.0.0.1]',
    '127.0.0.1',
    'a'.repeat(64),
    'a.'.repeat(100),
  ],
)
const typed = fc.oneof(
  fc.array(pieces, { minLength: 1, maxLength: 8 }).map((parts) => parts.join('')),
  fc.tuple(fc.emailAddress(), pieces, fc.emailAddress()).map((parts) => parts.join('')),
  fc.tuple(pieces, fc.constant('@'), pieces, fc.constant('.'), pieces).map((parts) => parts.join('')),
  fc.tuple(fc.emailAddress(), pieces).map(([address, piece]) => address + piece),
  fc.emailAddress(),
  fc.string({ unit: 'binary', maxLength: 40 }),
)
const hostileText = fc.oneof(
  fc
    .array(fc.oneof(pieces, fc.string({ unit: 'binary', maxLength: 20 })), { maxLength: 12 })
    .map((parts) => parts.join('')),
  fc.string({ unit: 'grapheme', maxLength: 300 }),
)
const headerNames = [
  ...['auto-submitted', 'content-type', 'date', 'from', 'message-id', 'mime-version', 'reply-to', 'subject', 'to'],
]

test('of ten thousand hostile addresses and subjects, each gives no e-mail, or one with one recipient and no added header', {
  timeout: 60_000,
}, async () => {
  const transporter = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  let written = 0
  await fc.assert(
    fc.asyncProperty(typed, hostileText, async (address, subject) => {
      const recipient = mailAddress(address) ?? (written % 3 === 0 ? 'mary@example.com' : null)
      if (recipient === null) return
      written += 1
      const email = { subject, html: '<p>H</p>', text: 'T', replyTo: 'care@shop.example' }
      const { envelope, message } = await transporter.sendMail(toMailOptions({ email, recipient, messageId }, from))
      expect(envelope).toEqual({ from: from.address, to: [recipient] })
      const [head = ''] = String(message).split('\r\n\r\n', 1)
      const lines = head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n')
      const names = lines.map((line) => line.split(':', 1)[0]?.toLowerCase())
      // An empty subject is left out.
      expect(names.toSorted()).toEqual(headerNames.filter((name) => name !== 'subject' || names.includes(name)))
      expect(lines).toContain(`To: ${recipient}`)
      expect(head).not.toMatch(/[^\r]\n|\r[^\n]|[^\r\n\t\x20-\x7e]/)
    }),
    { numRuns: 10_000 },
  )
  expect(written).toBeGreaterThan(1_000)
})

test('the mail server gets exactly the validated address', async () => {
  await using smtp = await smtpServer()
  const transport = smtpTransport({ url: smtp.url, from: () => from })
  const passed = fc
    .sample(typed, { numRuns: 3_000, seed: 4 })
    .map(mailAddress)
    .filter((address) => address !== null)
    .slice(0, 300)
  expect(passed.length).toBeGreaterThan(100)
  const email = { subject: 'S', html: '<p>H</p>', text: 'T' }
  await Promise.all(passed.map((recipient) => transport.send({ email, recipient, messageId })))
  expect(smtp.received.map(({ to }) => to).toSorted()).toEqual(passed.map((recipient) => [recipient]).toSorted())
  transport.close()
})
