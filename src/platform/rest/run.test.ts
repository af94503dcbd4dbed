import { expect, test } from 'vitest'
import { contentRange } from './run.ts'

test('the range names the returned rows, and their total if a count was requested', () => {
  const cases = [
    [{ offset: 0, page: 10, total: null }, '0-9/*', 200],
    [{ offset: 20, page: 1, total: null }, '20-20/*', 200],
    [{ offset: 0, page: 0, total: null }, '*/*', 200],
    [{ offset: 0, page: 0, total: 0 }, '*/0', 200],
    [{ offset: 0, page: 10, total: 57 }, '0-9/57', 206],
    [{ offset: 50, page: 7, total: 57 }, '50-56/57', 206],
    [{ offset: 0, page: 57, total: 57 }, '0-56/57', 200],
    [{ offset: 57, page: 0, total: 57 }, '*/57', 206],
  ] as const
  for (const [input, header, status] of cases) expect(contentRange(input)).toEqual({ header, status })
})

test('an offset beyond the count is refused with the count', () => {
  expect(() => contentRange({ offset: 58, page: 0, total: 57 })).toThrow(
    expect.objectContaining({ status: 416, code: 'PGRST103', headers: { 'Content-Range': '*/57' } }),
  )
  expect(contentRange({ offset: 58, page: 0, total: null })).toEqual({ header: '*/*', status: 200 })
})
