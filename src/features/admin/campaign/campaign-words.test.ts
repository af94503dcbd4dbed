import { expect, test } from 'vitest'
import type { Audience, Campaign } from './campaign-answers.ts'
import {
  failedNotice,
  isComplete,
  leftOutWords,
  partDone,
  saysTheSame,
  sentNotice,
  spokenProgress,
  waitingWords,
} from './campaign-words.ts'

const campaign: Campaign = {
  id: '00000000-0000-4000-8000-000000000000',
  subject: 'We are open',
  message: 'Come in.',
  provider: 'smtp',
  state: 'sending',
  paused_by: null,
  reason: null,
  resume_at: null,
  total: 200,
  sent: 0,
  failed: 0,
  unknown: 0,
  queued: 200,
  skipped: 0,
  created_at: '2026-11-21T12:00:00Z',
  finished_at: null,
  failures: [],
}

test('the notice counts what was sent, and what failed where something did', () => {
  expect(sentNotice({ sent: 30, failed: 0 }).title).toBe('Sent 30 emails successfully.')
  expect(sentNotice({ sent: 28, failed: 2 }).title).toBe('Sent 28 emails successfully. 2 failed.')
})

test('where nothing could be begun the notice says why, or asks to try again', () => {
  expect(failedNotice('The subject is too long.').title).toBe('The subject is too long.')
  expect(failedNotice('').title).toBe('Failed to send emails. Please try again.')
})

test('spaces alone are no subject and no message', () => {
  expect(isComplete({ subject: ' \t', message: 'Come in.' })).toBe(false)
  expect(isComplete({ subject: 'Open', message: '\n \n' })).toBe(false)
  expect(isComplete({ subject: 'Open', message: 'Come in.' })).toBe(true)
})

test('a letter is the same whatever its line breaks', () => {
  expect(saysTheSame({ subject: 'a ', message: 'b\r\nc' }, { subject: 'a', message: 'b\nc\n' })).toBe(true)
  expect(saysTheSame({ subject: 'a', message: 'b' }, { subject: 'a', message: 'B' })).toBe(false)
})

test('only reasons that left somebody out are named', () => {
  const audience: Audience = {
    on_list: 9,
    will_get: 5,
    left_out: { unsubscribed: 1, complaint: 0, bounced: 1, unconfirmed: 2, had_it: 0 },
  }
  expect(leftOutWords(audience)).toEqual([
    '1 unsubscribed',
    '1 has an address that cannot receive email',
    '2 have not confirmed the address',
  ])
})

test('screen readers hear of every quarter and of the end', () => {
  const heard = Array.from({ length: 201 }, (_, done) => spokenProgress({ ...campaign, queued: 200 - done }))
  expect(new Set(heard).size).toBe(5)
  expect(spokenProgress({ ...campaign, state: 'done', sent: 199, failed: 1 })).toContain('199 sent, 1 failed')
})

test('a campaign to nobody is over', () => {
  expect(partDone({ total: 0, queued: 0 })).toBe(1)
  expect(partDone({ total: 4, queued: 1 })).toBe(0.75)
})

test('why nothing moves is told with the time of the next try', () => {
  expect(waitingWords(campaign)).toBeNull()
  expect(waitingWords({ ...campaign, state: 'paused', paused_by: 'admin' })).toMatch(/until somebody resumes/)
  const machine = { ...campaign, state: 'paused', paused_by: 'machine', reason: 'No answer.' } as const
  expect(waitingWords({ ...machine, resume_at: '2026-07-21T12:05:00Z' })).toBe(
    'No answer. The next try is on 21 July 2026 at 13:05.',
  )
  expect(waitingWords(machine)).toMatch(/^No answer. It waits/)
  expect(waitingWords({ ...campaign, resume_at: '2026-07-21T12:05:00Z' })).toMatch(/next try is on 21 July/)
})
