import { expect, test } from 'vitest'
import { pageBeforePayment, pageLeft } from './purchases.ts'

test('Cancel returns to the page where the cart was open, and never to another site', () => {
  const origin = 'https://shop.example'
  const leadsTo = (from: string) => {
    pageLeft.update(() => from)
    return pageBeforePayment(origin)
  }
  expect(leadsTo('/product/mary-dress?size=10-12')).toBe('/product/mary-dress?size=10-12')
  expect(leadsTo('/')).toBe('/')
  for (const from of ['//evil.example/shop', 'https://evil.example/', '/\\evil.example', 'javascript:alert(1)', '']) {
    expect(leadsTo(from), from).toBe('/shop')
  }
})
