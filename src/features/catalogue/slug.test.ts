import fc from 'fast-check'
import { expect, test } from 'vitest'
import { freeSlug, slugProblem, suggestSlug } from './slug.ts'

test('a slug is suggested from a name, without accents', () => {
  expect(suggestSlug('Mary Dress')).toBe('mary-dress')
  expect(suggestSlug('  Élodie’s Dress & Belt! ')).toBe('elodies-dress-and-belt')
  expect(suggestSlug('Straße Œuvre Łódź Søren')).toBe('strasse-oeuvre-lodz-soren')
  expect(suggestSlug('Ruth – No. 2 (long)')).toBe('ruth-no-2-long')
  expect(suggestSlug('裙子')).toBe('')
})

test('every suggested slug is valid in a URL, and so is the next free one', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), fc.nat({ max: 120 }), (name, count) => {
      const slug = suggestSlug(name)
      if (slug === '') return
      expect(slugProblem(slug)).toBeNull()
      const taken = [slug, ...Array.from({ length: count }, (_, index) => `${slug}-${index + 2}`)]
      const free = freeSlug(slug, taken)
      expect(slugProblem(free)).toBeNull()
      expect(taken).not.toContain(free)
    }),
  )
})

test('an invalid slug gets a message', () => {
  for (const slug of ['Mary', 'mary--dress', '-mary', 'mary dress', 'märy', '']) {
    expect(slugProblem(slug)).toMatch(/such as mary-dress/)
  }
  expect(slugProblem('a'.repeat(81))).toBe('At most 80 characters; this has 81.')
})
