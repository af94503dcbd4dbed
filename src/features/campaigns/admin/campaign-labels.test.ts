import { expect, test } from 'vitest'
import type { Audience, Campaign } from '../campaign.contract.ts'
import {
  audienceLabel,
  exclusionLabels,
  failedNotice,
  isComplete,
  isSameContent,
  noNewRecipientsNotice,
  partDone,
  pauseLabel,
  recentLabel,
  recipientsLabel,
  sendWarning,
  sentNotice,
  spokenProgress,
  timeAgo,
  wasSentToAll,
} from './campaign-labels.ts'

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

test('the notice counts the sent e-mails, and the failed ones where there are any', () => {
  expect(sentNotice({ sent: 30, failed: 0 }).title).toBe('Sent 30 emails successfully.')
  expect(sentNotice({ sent: 28, failed: 2 }).title).toBe('Sent 28 emails successfully. 2 failed.')
})

test('where nothing was started the notice says why, or asks to try again', () => {
  expect(failedNotice('The subject is too long.').title).toBe('The subject is too long.')
  expect(failedNotice('').title).toBe('Failed to send emails. Please try again.')
})

test('spaces alone are neither a subject nor a message', () => {
  expect(isComplete({ subject: ' \t', message: 'Come in.' })).toBe(false)
  expect(isComplete({ subject: 'Open', message: '\n \n' })).toBe(false)
  expect(isComplete({ subject: 'Open', message: 'Come in.' })).toBe(true)
})

test('two texts are the same whatever their line breaks', () => {
  expect(isSameContent({ subject: 'a ', message: 'b\r\nc' }, { subject: 'a', message: 'b\nc\n' })).toBe(true)
  expect(isSameContent({ subject: 'a', message: 'b' }, { subject: 'a', message: 'B' })).toBe(false)
})

test('only reasons that exclude a subscriber are listed', () => {
  const audience: Audience = {
    on_list: 9,
    will_get: 5,
    left_out: { unsubscribed: 1, complaint: 0, bounced: 1, unconfirmed: 2, had_it: 0 },
    opens_at: null,
    had_another: null,
  }
  expect(exclusionLabels(audience)).toEqual([
    '1 unsubscribed',
    '1 has an address that can’t receive e-mail',
    '2 have not confirmed their address',
  ])
})

test('screen readers announce every quarter and the end', () => {
  const announced = Array.from({ length: 201 }, (_, done) => spokenProgress({ ...campaign, queued: 200 - done }))
  expect(new Set(announced).size).toBe(5)
  expect(spokenProgress({ ...campaign, state: 'done', sent: 199, failed: 1 })).toContain('199 sent, 1 failed')
})

test('a campaign without recipients is complete', () => {
  expect(partDone({ total: 0, queued: 0 })).toBe(1)
  expect(partDone({ total: 4, queued: 1 })).toBe(0.75)
})

test('a paused campaign names the reason and the time of the next attempt', () => {
  expect(pauseLabel(campaign)).toBeNull()
  expect(pauseLabel({ ...campaign, state: 'paused', paused_by: 'admin' })).toMatch(/until you resume/)
  const machine = { ...campaign, state: 'paused', paused_by: 'machine', reason: 'No answer.' } as const
  expect(pauseLabel({ ...machine, resume_at: '2026-07-21T12:05:00Z' })).toBe(
    'No answer. We’ll try again on 21 July 2026 at 13:05.',
  )
  expect(pauseLabel(machine)).toMatch(/^No answer. Resume it when/)
  expect(pauseLabel({ ...campaign, resume_at: '2026-07-21T12:05:00Z' })).toMatch(/try again on 21 July/)
})

const nobodyLeftOut = { unsubscribed: 0, complaint: 0, bounced: 0, unconfirmed: 0, had_it: 0 }
const counted = (will_get: number, had_it: number): Audience => ({
  on_list: 9,
  will_get,
  left_out: { ...nobodyLeftOut, had_it, unsubscribed: 9 - will_get - had_it },
  opens_at: null,
  had_another: null,
})

test('the confirmation counts subscribers and says how long ago the last campaign was sent', () => {
  expect(recipientsLabel(1)).toBe('1 subscriber')
  expect(recipientsLabel(1234)).toBe('1,234 subscribers')
  const now = new Date('2026-11-23T12:00:00Z')
  expect(timeAgo('2026-11-23T11:59:49Z', now)).toBe('less than a minute ago')
  expect(timeAgo('2026-11-23T11:59:00Z', now)).toBe('1 minute ago')
  expect(timeAgo('2026-11-23T11:00:01Z', now)).toBe('59 minutes ago')
  expect(timeAgo('2026-11-23T09:00:00Z', now)).toBe('3 hours ago')
})

test('the confirmation says how many of them had another campaign', () => {
  const now = new Date('2026-11-23T12:00:00Z')
  const recent = (count: number) => ({ count, subject: 'We are open', at: '2026-11-23T09:00:00Z' })
  expect(recentLabel(recent(30), 30, now)).toBe('“We are open” went to the same subscribers 3 hours ago.')
  expect(recentLabel(recent(1), 1, now)).toBe('“We are open” went to the same subscriber 3 hours ago.')
  expect(recentLabel(recent(1), 30, now)).toBe('“We are open” went to 1 of these subscribers 3 hours ago.')
  expect(recentLabel(recent(1_200), 3_000, now)).toBe('“We are open” went to 1,200 of these subscribers 3 hours ago.')
})

test('sending without a possible recipient says so', () => {
  const done: Campaign = { ...campaign, state: 'done', sent: 7 }
  expect(wasSentToAll(done, { subject: 'We are open', message: 'Come in.\r\n' }, counted(0, 7))).toBe(true)
  expect(wasSentToAll(done, { subject: 'We are open', message: 'Come in!' }, counted(0, 7))).toBe(false)
  expect(wasSentToAll(done, done, counted(1, 6))).toBe(false)
  expect(wasSentToAll(done, done, null)).toBe(false)
  expect(wasSentToAll({ ...done, state: 'paused' }, done, counted(0, 7))).toBe(false)
  const response = {
    failed_count: 0,
    queued_count: 0,
    unknown_count: 0,
    skipped_count: 0,
    campaign_id: done.id,
    state: 'done',
  } as const
  expect(noNewRecipientsNotice({ ...response, sent_count: 7 })).toMatchObject({
    title: 'No new recipients: all 7 already have this e-mail.',
    tone: 'plain',
  })
})

test('the audience counts subscribers who may get e-mail', () => {
  expect(audienceLabel(counted(7, 0))).toBe('All 7 subscribers will get it.')
  expect(audienceLabel(counted(3, 4))).toBe('3 of 7 subscribers will get it.')
  expect(audienceLabel(counted(0, 7))).toBe('No new recipients: all 7 subscribers have already had this message.')
  expect(audienceLabel(counted(1, 0))).toBe('Your one subscriber will get it.')
  expect(audienceLabel(counted(0, 1))).toBe('No new recipients: your one subscriber has already had this message.')
  expect(audienceLabel(counted(0, 0))).toBe('No subscribers can be e-mailed yet.')
})

test('warnings before sending: the shop is not open, and recipients had another campaign this week', () => {
  const now = new Date('2026-11-21T12:00:00Z')
  const had = (count: number, at: string) => ({
    ...counted(400, 0),
    had_another: { count, subject: 'We are open', at, is_within_a_day: false },
  })
  expect(sendWarning(counted(7, 0), now)).toEqual([])
  expect(sendWarning({ ...counted(7, 0), opens_at: '2026-12-01T18:00:00Z' }, now)).toEqual([
    'The shop opens on 1 December 2026; until then the home page shows the countdown.',
  ])
  expect(sendWarning(had(307, '2026-11-21T08:00:00Z'), now)).toEqual(['307 of them got “We are open” today.'])
  expect(sendWarning(had(400, '2026-11-20T08:00:00Z'), now)).toEqual(['All of them got “We are open” yesterday.'])
  expect(sendWarning(had(1, '2026-11-16T08:00:00Z'), now)).toEqual([
    'One of them got “We are open” on 16 November 2026.',
  ])
})
