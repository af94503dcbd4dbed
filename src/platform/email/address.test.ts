// @module-tag S24

import { expect, test } from 'vitest'
import { mailAddress, mailSender } from './address.ts'

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

test('the sender is an address, with or without a name', () => {
  expect(mailSender('The Shop <hello@example.com>')).toEqual({ name: 'The Shop', address: 'hello@example.com' })
  expect(mailSender('hello@example.com')).toEqual({ name: '', address: 'hello@example.com' })
  expect(() => mailSender('The Shop')).toThrow('Not a sender')
  expect(() => mailSender('A <a@x.com>, B <b@x.com>')).toThrow('Not a sender')
})
