import fc from 'fast-check'
import { expect, test } from 'vitest'
import { otherViewed, parseViewed, withViewed } from './viewed.ts'

test('the latest slug comes first, without duplicates, and nine are stored so that eight others can be shown', () => {
  const seen = 'abcdefghijk'.split('').reduce<string[]>((before, slug) => withViewed(before, slug), [])
  expect(seen).toEqual(['k', 'j', 'i', 'h', 'g', 'f', 'e', 'd', 'c'])
  expect(otherViewed(withViewed(seen, 'g'), 'g')).toEqual(['k', 'j', 'i', 'h', 'f', 'e', 'd', 'c'])
  expect(otherViewed(seen, undefined)).toHaveLength(8)
})

test('any stored value is parsed into slugs only', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json(), fc.constant(null)), (text) => {
      for (const slug of parseViewed(text)) expect(slug).toMatch(/^[a-z0-9-]{1,80}$/)
    }),
  )
  expect(parseViewed('["mary-dress","MARY","a,b","mary-dress",7]')).toEqual(['mary-dress'])
})
