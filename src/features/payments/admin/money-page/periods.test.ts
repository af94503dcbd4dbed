import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayMs } from '#base/day-ms.ts'
import { listPeriods } from './periods.ts'

const dayAfter = (day: string) => new Date(Date.parse(day) + dayMs).toISOString().slice(0, 10)

test('a tax year is from 6 April to 5 April, in four quarters', () => {
  const [year, before] = listPeriods('2025-01-10', '2026-11-29').years
  expect(year).toMatchObject({ name: 'Tax year 2026/27', from: '2026-04-06', to: '2027-04-05' })
  expect(year?.parts?.map(({ name }) => name)).toEqual([
    '6 Apr to 5 Jul',
    '6 Jul to 5 Oct',
    '6 Oct to 5 Jan',
    '6 Jan to 5 Apr',
  ])
  expect(before).toMatchObject({ from: '2025-04-06', to: '2026-04-05' })
  expect(listPeriods(null, '2026-04-05').years).toMatchObject([{ from: '2025-04-06' }])
  expect(listPeriods(null, '2026-04-06').years).toMatchObject([{ from: '2026-04-06' }])
})

test('months and years follow one another without a gap, and the latest has today', () => {
  const day = fc
    .date({ min: new Date('2020-01-01'), max: new Date('2040-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10))
  fc.assert(
    fc.property(day, day, (one, other) => {
      const [first, today] = [one, other].sort() as [string, string]
      const { months, years } = listPeriods(first, today)
      for (const periods of [months, years]) {
        expect(periods[0]?.from && periods[0].from <= today && today <= periods[0].to).toBe(true)
        for (const [index, period] of periods.entries()) {
          const later = periods[index - 1]
          if (later) expect(dayAfter(period.to)).toBe(later.from)
        }
      }
      for (const { from, to, parts } of years) {
        expect([parts?.[0]?.from, parts?.at(-1)?.to]).toEqual([from, to])
        for (const [index, part] of (parts ?? []).entries()) {
          if (index > 0) expect(dayAfter(parts?.[index - 1]?.to ?? '')).toBe(part.from)
        }
      }
    }),
  )
})
