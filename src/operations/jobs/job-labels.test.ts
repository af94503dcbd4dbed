import { expect, test } from 'vitest'
import { nameOfJob, describeStatus as sentenceOf } from './job-labels.ts'

const dead = { id: '1', job: 'email.send', of: '2', last_error: null, at: '2026-11-21T10:00:00Z', times: 1 }
const quiet = { waiting: 0, sending: 0, failed: 0, sent_today: 3 }

test('the status is one sentence, with failures first', () => {
  const standing = (jobs: object) => sentenceOf({ emails: quiet, dead: [], not_running_since: null, ...jobs })
  expect(standing({ emails: { ...quiet, failed: 1 }, not_running_since: '2026-11-21T10:00:00Z' })).toBe(
    'E-mails and background tasks are not running.',
  )
  expect(standing({ emails: quiet, dead: [] })).toBe('All sent.')
  expect(standing({ emails: { ...quiet, waiting: 1 }, dead: [] })).toBe('One e-mail is being sent.')
  expect(standing({ emails: { ...quiet, waiting: 2, sending: 1 }, dead: [] })).toBe('3 e-mails are being sent.')
  expect(standing({ emails: { ...quiet, waiting: 2, failed: 1 }, dead: [] })).toBe('One e-mail could not be sent.')
  expect(standing({ emails: quiet, dead: [dead] })).toBe('One task failed.')
  expect(standing({ emails: { ...quiet, failed: 2 }, dead: [dead, dead] })).toBe(
    '2 e-mails could not be sent, and 2 tasks failed.',
  )
})

test('a job has its label, or its own name without one', () => {
  expect(nameOfJob('email.send')).toBe('E-mails')
  expect(nameOfJob('orders.catch-up')).toBe('Fetching missed payment updates')
  expect(nameOfJob('payments.reconcile')).toBe('Checking payments')
  expect(nameOfJob('tests.chore')).toBe('tests.chore')
})
