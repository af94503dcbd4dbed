import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { toGarmentReviews } from './published-reviews.ts'
import { ReviewsSection } from './reviews-section.tsx'

const rows = Array.from({ length: 130 }, (_, at) => ({
  id: `review-${at}`,
  stars: at < 65 ? 5 : 4,
  words: `Words of review ${at}.`,
  height_cm: null,
  size: '10-12',
  fit: 'true' as const,
  name: 'Miriam',
  pictures: [],
  written_at: '2026-11-01T10:00:00Z',
  published_at: '2026-11-02T10:00:00Z',
  answer: null,
  answered_at: null,
}))

const shownOn = (page?: number) => toGarmentReviews(rows, page).shown.map(({ id }) => Number(id.slice(7)))

function render(page?: number): string {
  return renderToStaticMarkup(
    <ReviewsSection reviews={toGarmentReviews(rows, page)} name="Ruth Skirt" path="/product/ruth-skirt" />,
  )
}

test('every review is on one page, the newest first, and every page counts all of them', () => {
  expect([...shownOn(1), ...shownOn(2), ...shownOn(3)]).toEqual(rows.map((_, at) => at))
  for (const page of [1, 2, 3]) {
    expect(toGarmentReviews(rows, page)).toMatchObject({ page, pages: 3, figures: { count: 130, average: 4.5 } })
  }
  const versions = [1, 2, 3].map((page) => toGarmentReviews(rows, page).version)
  expect(new Set(versions).size).toBe(3)
})

test('a page of reviews that does not exist is the first', () => {
  for (const page of [0, -1, 4, 1.5, Number.NaN, Number.POSITIVE_INFINITY]) expect(shownOn(page)).toEqual(shownOn(1))
})

test('plain links lead to older and newer reviews', () => {
  expect(render()).toContain('href="/product/ruth-skirt?reviews=2#reviews"')
  expect(render()).not.toContain('Newer reviews')
  const second = render(2)
  expect(second).toContain('Reviews 61–120 of 130')
  expect(second).toContain('href="/product/ruth-skirt#reviews"')
  expect(second).toContain('href="/product/ruth-skirt?reviews=3#reviews"')
  expect(second).not.toContain('<details')
  expect(render(3)).not.toContain('Older reviews')
  const few = toGarmentReviews(rows.slice(0, 60))
  expect(renderToStaticMarkup(<ReviewsSection reviews={few} name="Ruth Skirt" path="/product/x" />)).not.toContain(
    'Pages of reviews',
  )
})
