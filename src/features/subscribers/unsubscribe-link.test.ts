import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createUnsubscribeLinks } from './subscriber-deps.ts'

const siteUrl = 'https://shop.example'
const links = createUnsubscribeLinks({ siteUrl, secret: 'a secret of this test' })
const others = createUnsubscribeLinks({ siteUrl, secret: 'a secret of another shop' })
const tokenIn = (address: string) => new URL(address).searchParams.get('token') ?? ''

test('a link is read back as its sign-up, and is always the same', () => {
  fc.assert(
    fc.property(fc.uuid(), (id) => {
      const page = links.pageFor(id)
      expect(page).toMatch(/^https:\/\/shop\.example\/unsubscribe\?token=[\w-]{48}$/)
      expect(links.read(tokenIn(page))).toBe(id)
      expect(links.pageFor(id)).toBe(page)
    }),
  )
})

test('the headers are those of RFC 8058, with the same token', () => {
  const id = crypto.randomUUID()
  const headers = links.headersFor(id)
  expect(headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
  const address = headers['List-Unsubscribe']?.replace(/^<(.*)>$/, '$1') ?? ''
  expect(address.startsWith(`${siteUrl}/functions/v1/unsubscribe?token=`)).toBe(true)
  expect(links.read(tokenIn(address))).toBe(id)
})

test('a token with one letter changed, removed or added, or of another shop, is invalid', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.nat(47), fc.constantFrom('A', 'b', '7', '-', '_', '=', ' '), (id, at, letter) => {
      const token = tokenIn(links.pageFor(id))
      expect(others.read(token)).toBeNull()
      const changed = token.slice(0, at) + letter + token.slice(at + 1)
      if (changed !== token) expect(links.read(changed)).toBeNull()
      expect(links.read(token.slice(0, at))).toBeNull()
      expect(links.read(token + letter)).toBeNull()
    }),
  )
})

test('any other text is an invalid token, without a 5xx', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 300 }), (text) => {
      expect(links.read(text)).toBeNull()
    }),
  )
})
