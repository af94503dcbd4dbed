import { expect, test } from 'vitest'
import { testDatabase } from '#tests/fixtures/database.ts'
import { listEtsyReviews, readEtsyReviews, removeEtsyReviews, replaceEtsyReviews } from './etsy-reviews.ts'

const entry = (more: object = {}) => ({
  ...{ reviewer: 'Ruth', date_reviewed: '03/14/2025', star_rating: 5, message: 'Well sewn &amp; long.', order_id: 12 },
  ...more,
})
const read = (...entries: object[]) => readEtsyReviews(JSON.stringify(entries))

test('Etsy’s reviews are read without names and orders, the newest first; two equal ones are two', () => {
  const older = entry({ date_reviewed: '12/01/2024', star_rating: 2, message: null })
  const { reviews, unread } = read(older, entry(), entry())
  expect(unread).toEqual([])
  const one = { day: '2025-03-14', stars: 5, words: 'Well sewn & long.' }
  expect(reviews).toEqual([one, one, { day: '2024-12-01', stars: 2, words: '' }])
})

test('entries that cannot be read are named by their place', () => {
  const { reviews, unread } = read(
    entry({ star_rating: 6 }),
    entry({ date_reviewed: '14/03/2025' }),
    entry({ date_reviewed: '2025-03-14' }),
    { star_rating: 5 },
    entry({ star_rating: 'five' }),
    entry({ message: 5 }),
    entry(),
  )
  expect(reviews).toHaveLength(1)
  expect(unread).toEqual([
    { entry: 1, why: 'Its stars are not 1 to 5.' },
    { entry: 2, why: 'This day does not exist.' },
    { entry: 3, why: 'Its date is not month/day/year.' },
    { entry: 4, why: 'Its date is not month/day/year.' },
    { entry: 5, why: 'Its stars are not 1 to 5.' },
    { entry: 6, why: 'It has no text.' },
  ])
})

test.each(['', '{}', '[1]', 'Sale Date,Order ID', '[{"a":1}]'])(
  'another file is refused or read as nothing: %j',
  (json) => {
    try {
      expect(readEtsyReviews(json).reviews).toEqual([])
    } catch (error) {
      expect(error).toMatchObject({ code: 'bad_request' })
    }
  },
)

test('a file replaces all earlier reviews, also twice at once, and all are removed together', async () => {
  await using db = await testDatabase()
  // Half of an emoji, which the database cannot store.
  const { reviews } = read(
    entry(),
    entry({ date_reviewed: '01/02/2025', star_rating: 1, message: 'Long\ud83d \0sleeves' }),
  )
  const show = () => db.asService((tx) => replaceEtsyReviews(tx, reviews))
  await Promise.all([show(), show(), show()])
  expect(await db.asService(listEtsyReviews)).toEqual([
    { stars: 5, words: 'Well sewn & long.', month: 'March 2025' },
    { stars: 1, words: 'Long\ufffd  sleeves', month: 'January 2025' },
  ])
  await expect(db.asService((tx) => replaceEtsyReviews(tx, []))).rejects.toMatchObject({ code: 'bad_request' })
  expect(await db.asService(listEtsyReviews)).toHaveLength(2)
  expect(await db.asService(removeEtsyReviews)).toBe(2)
  expect(await db.asService(listEtsyReviews)).toEqual([])
})
