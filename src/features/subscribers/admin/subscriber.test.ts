import { expect, test } from 'vitest'
import type { Subscriber } from '../subscribers.contract.ts'
import { consentFacts, describeState, readFilter } from './subscriber-entry.tsx'

const ruth: Subscriber = {
  id: '00000000-0000-4000-8000-000000000000',
  email: 'ruth@example.com',
  state: 'on',
  source: 'coming-soon',
  source_name: null,
  consented_at: '2026-06-02T23:30:00Z',
  imported: false,
  consent_text: 'Tell me when you open.',
  confirmed_at: null,
  unsubscribed_at: null,
  unsubscribe_reason: null,
  created_at: '2026-06-02T23:30:00Z',
}

test('the date of a subscription follows the shop’s time zone', () => {
  expect(describeState(ruth)).toBe('On the list since 3 June 2026')
  expect(describeState({ ...ruth, confirmed_at: '2026-06-05T10:00:00Z' })).toBe('On the list since 5 June 2026')
})

test('an imported address shows the import’s date, not a consent date', () => {
  expect(consentFacts(ruth)).toBe('Agreed on 3 June 2026 at 00:30, coming-soon')
  const stall = { ...ruth, imported: true, source: 'market-stall' }
  expect(consentFacts(stall)).toBe('Imported on 3 June 2026 at 00:30, market-stall')
  expect(consentFacts({ ...stall, source_name: 'Market stall' })).toBe('Imported on 3 June 2026 at 00:30, Market stall')
})

test('an address that is off the list shows the reason', () => {
  const off = { ...ruth, state: 'off', unsubscribed_at: '2026-07-01T10:00:00Z' } as const
  expect(describeState({ ...off, unsubscribe_reason: 'complaint' })).toBe('Reported an e-mail as spam on 1 July 2026')
  expect(describeState({ ...off, unsubscribe_reason: 'bounced' })).toBe('Could not be delivered on 1 July 2026')
  expect(describeState({ ...off, unsubscribed_at: null })).toBe('Unsubscribed')
})

test('an unknown state in the URL shows the whole list', () => {
  expect(readFilter('off')).toBe('off')
  expect(readFilter('constructor')).toBe('all')
  expect(readFilter(null)).toBe('all')
})
