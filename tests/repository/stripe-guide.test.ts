import { readFileSync } from 'node:fs'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { expect, test } from 'vitest'
import { shippedDocuments } from '../../db/catalogue/documents/documents.ts'
import routes from '../../src/routes.ts'

/** The path of Stripe's webhooks, which is not a page. */
const webhooks = ['/webhooks/stripe']

test('each URL of the shop in docs/owner/stripe.md is one of its pages or the path of Stripe’s webhooks', () => {
  const guide = readFileSync('docs/owner/stripe.md', 'utf8')
  const named = [...guide.matchAll(/`(?:https:\/\/YOUR-SHOP)?(\/[a-z/-]+)`/g)].map(([, path = '']) => path)
  expect(named).toEqual(expect.arrayContaining(['/terms-conditions', '/privacy-policy', '/admin/money']))
  const there = new Set([...pathsOf(routes as RouteConfigEntry[]), ...Object.keys(shippedDocuments), ...webhooks])
  expect(named.filter((path) => !there.has(path))).toEqual([])
})

function pathsOf(entries: RouteConfigEntry[], under = ''): string[] {
  return entries.flatMap(({ path, children = [] }) => {
    const full = path ? `${under}/${path}` : under
    return [full || '/', ...pathsOf(children, full)]
  })
}
