import { expect, test } from 'vitest'
import { otherViewed, recordViewed } from './viewed.ts'

const id = (letter: string) => `${letter.repeat(8)}-0000-4000-8000-000000000000`
const ids = (letters: string) => letters.split('').map(id)

test('the latest garment comes first, without duplicates, and nine are stored so that eight others can be shown', () => {
  for (const each of ids('0123456789a')) recordViewed(each)
  expect(recordViewed(undefined)).toEqual(ids('a98765432'))
  expect(otherViewed(recordViewed(id('6')), id('6'))).toEqual(ids('a9875432'))
  expect(otherViewed(recordViewed(undefined), undefined)).toHaveLength(8)
})
