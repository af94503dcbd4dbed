import { expect, test } from 'vitest'
import { pauseAt, pauseLine, pauseText } from './selling.ts'

const now = new Date('2026-12-12T10:00:00Z')
const launched = new Date('2025-10-30T18:00:00Z')
const open = { closed: false, until: null, reason: '' }

test('a shop that has opened and is not closed has no pause', () => {
  expect(pauseAt({ launchAt: launched, closing: open }, now)).toBeNull()
  expect(pauseAt({ launchAt: now, closing: open }, now)).toBeNull()
  expect(pauseAt({ launchAt: launched, closing: { ...open, closed: true, until: now } }, now)).toBeNull()
})

test('before the opening the texts name its day', () => {
  const pause = pauseAt({ launchAt: new Date('2026-12-24T18:00:00Z'), closing: open }, now)
  expect(pause && pauseText(pause, now)).toBe('We open on Thursday 24 December at 18:00, UK time.')
  expect(pause && pauseLine(pause, now)).toBe('Opening Thursday 24 December at 18:00, UK time')
})

test.each([
  [
    '',
    '2027-01-04T09:00:00Z',
    'We’re not taking orders just now. You can order again from Monday 4 January at 09:00, UK time.',
  ],
  [
    'We’re moving',
    '2027-01-04T09:00:00Z',
    'We’re moving. You can order again from Monday 4 January at 09:00, UK time.',
  ],
  // Summer time in London.
  ['Back soon!', '2027-07-05T08:00:00Z', 'Back soon! You can order again from Monday 5 July at 09:00, UK time.'],
  ['', null, 'We’re not taking orders just now.'],
  ['Ill in bed', null, 'Ill in bed.'],
])('closed for the reason %j until %j: %s', (reason, until, text) => {
  const closing = { closed: true, until: until ? new Date(until) : null, reason }
  const pause = pauseAt({ launchAt: launched, closing }, now)
  expect(pause && pauseText(pause, now)).toBe(text)
})

test('of an opening and a closure the later one counts', () => {
  const launchAt = new Date('2026-12-24T18:00:00Z')
  const until = new Date('2027-01-04T09:00:00Z')
  expect(pauseAt({ launchAt, closing: { closed: true, until, reason: '' } }, now)?.until).toEqual(until)
  const sooner = { closed: true, until: new Date('2026-12-13T09:00:00Z'), reason: '' }
  expect(pauseAt({ launchAt, closing: sooner }, now)?.until).toEqual(launchAt)
  // A closure without an end goes beyond the opening: customers are promised no day.
  const unknown = { closed: true, until: null, reason: 'Ill in bed' }
  expect(pauseAt({ launchAt, closing: unknown }, now)).toEqual({ isOpening: false, until: null, reason: 'Ill in bed' })
})
