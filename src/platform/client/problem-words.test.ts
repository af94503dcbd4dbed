import { expect, test } from 'vitest'
import { problemOf } from './problem-words.ts'

test('a known code is told in plain words, an unknown one in the server’s', () => {
  expect(problemOf({ code: 'email_exists', status: 422, message: 'A user with this …' }).problem).toBe(
    'Another account has that address already.',
  )
  expect(problemOf({ code: 'something_new', status: 422, message: 'That cannot be.' })).toEqual({
    code: 'something_new',
    problem: 'That cannot be.',
  })
})

test('what has to be shown first is read from accounts and functions alike', () => {
  expect(problemOf({ code: 'insufficient_aal', status: 403, message: 'AAL2 required' }).needs).toBe('second_factor')
  expect(problemOf({ code: 'insufficient_aal', status: 401, message: 'AAL2 required' }).needs).toBe('second_factor')
  const stale = { code: 'forbidden', status: 403, message: 'Sign in again', details: { reason: 'sign_in_again' } }
  expect(problemOf(stale).needs).toBe('sign_in_again')
  const last = { code: 'forbidden', status: 403, message: 'The last …', details: { reason: 'last_administrator' } }
  expect(problemOf(last)).toEqual({ code: 'forbidden', problem: 'The last …' })
})

test('a session that has ended, a fault and no connection never show what the machine said', () => {
  expect(problemOf({ code: 401, status: 401, message: 'Invalid JWT' }).problem).toContain('signed out')
  expect(
    problemOf({ name: 'AuthSessionMissingError', message: 'Auth session missing!', status: 400 }).problem,
  ).toContain('signed out')
  for (const error of [new TypeError('Failed to fetch'), { status: 500, message: 'stack' }, null, 'no']) {
    expect(problemOf(error)).toMatchObject({ code: 'unreachable' })
    expect(problemOf(error).problem).toContain('could not be reached')
  }
})
