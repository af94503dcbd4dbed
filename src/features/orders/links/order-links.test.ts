import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createOrderLinks, hideOrderToken } from './order-links.ts'

const links = createOrderLinks({ siteUrl: 'https://shop.example', secret: 'a secret of the tests' })
const tokenOf = (path: string) => path.slice('/order/'.length)

test('a token opens its order in its version, and no changed token does', () => {
  const order = { id: randomUUID(), linkVersion: 1 }
  const token = tokenOf(links.pathOf(order))
  expect(links.urlOf(order)).toBe(`https://shop.example/order/${token}`)
  expect([links.idIn(token), links.isFor(token, order)]).toEqual([order.id, true])
  expect(links.isFor(token, { ...order, linkVersion: 2 })).toBe(false)
  fc.assert(
    fc.property(fc.nat(token.length - 1), fc.constantFrom(...'AZaz09-_'), (at, letter) => {
      const changed = token.slice(0, at) + letter + token.slice(at + 1)
      expect(links.isFor(changed, order)).toBe(changed === token)
    }),
  )
})

test('the request log has no token, of the page and of its data alike', () => {
  const path = links.pathOf({ id: randomUUID(), linkVersion: 1 })
  expect([path, `${path}.data`, '/order/x'].map(hideOrderToken)).toEqual(Array(3).fill('/order/…'))
  for (const spelling of ['/ORDER/x', '/oRdEr/x/', '/%6Frder/x', '//order//x', '/order/x/_.data', '/order/%zz']) {
    expect(hideOrderToken(spelling), spelling).toBe('/order/…')
  }
  expect(hideOrderToken('/review/x.data')).toBe('/review/…')
  expect(['/order-choice', '/find-order', '/'].map(hideOrderToken)).toEqual(['/order-choice', '/find-order', '/'])
})
