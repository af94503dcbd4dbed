import fc from 'fast-check'
import { matchRoutes } from 'react-router'
import { expect, test } from 'vitest'
import { routedPath } from './page-key.ts'

const routes = [{ path: '/' }, { path: '/shop' }, { path: '/order/:token' }, { path: '/admin/orders/:number/money' }]
const paths = ['/', '/shop', '/order/t0-ken', '/admin/orders/tkw-1/money']

/** A path with letters in either case or percent-encoded, and slashes doubled or at its end. */
function spelt(path: string): fc.Arbitrary<string> {
  const letters = [...path].map((letter) =>
    letter === '/'
      ? fc.constantFrom('/', '/', '/', '//')
      : fc.constantFrom(
          letter,
          letter.toUpperCase(),
          `%${letter.charCodeAt(0).toString(16)}`,
          `%${letter.toUpperCase().charCodeAt(0).toString(16).toUpperCase()}`,
        ),
  )
  return fc.tuple(fc.tuple(...letters), fc.constantFrom('', '', '/')).map(([parts, end]) => `${parts.join('')}${end}`)
}

test('a path in any spelling that the router opens has the form of the page’s own path', () => {
  let opened = 0
  fc.assert(
    fc.property(
      fc.constantFrom(...paths).chain((path) => fc.tuple(fc.constant(path), spelt(path))),
      ([path, spelling]) => {
        const own = matchRoutes(routes, path)?.[0]?.route.path
        const isOpened = matchRoutes(routes, spelling)?.[0]?.route.path === own
        opened += Number(isOpened)
        if (isOpened) expect(routedPath(spelling)).toBe(path)
      },
    ),
    { numRuns: 2_000 },
  )
  expect(opened).toBeGreaterThan(500)
})

test('a path that cannot be decoded is left as it is, in lower case', () => {
  expect(routedPath('/Order/%ZZ')).toBe('/order/%zz')
  expect(routedPath('')).toBe('/')
})
