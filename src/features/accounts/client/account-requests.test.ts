import { expect, test } from 'vitest'
import { accountProblem } from './account-requests.ts'

test('a known code has our message, an unknown one the server’s', () => {
  expect(accountProblem({ code: 'email_exists', status: 422, message: 'A user with this …' }).problem).toBe(
    'Another account already uses that address.',
  )
  expect(accountProblem({ code: 'something_new', status: 422, message: 'That cannot be.' })).toEqual({
    code: 'something_new',
    problem: 'That cannot be.',
  })
})

test('the required proof is read from errors of /auth/v1 and of functions alike', () => {
  expect(accountProblem({ code: 'insufficient_aal', status: 403, message: 'AAL2 required' }).needs).toBe(
    'second_factor',
  )
  expect(accountProblem({ code: 'insufficient_aal', status: 401, message: 'AAL2 required' }).needs).toBe(
    'second_factor',
  )
  const stale = { code: 'forbidden', status: 403, message: 'Sign in again', details: { reason: 'sign_in_again' } }
  expect(accountProblem(stale).needs).toBe('sign_in_again')
  const last = { code: 'forbidden', status: 403, message: 'The last …', details: { reason: 'last_administrator' } }
  expect(accountProblem(last)).toEqual({ code: 'forbidden', problem: 'The last …' })
})

test('an ended session, a server error and no connection never show a technical message', () => {
  expect(accountProblem({ code: 401, status: 401, message: 'Invalid JWT' }).problem).toContain('signed out')
  expect(
    accountProblem({ name: 'AuthSessionMissingError', message: 'Auth session missing!', status: 400 }).problem,
  ).toContain('signed out')
  for (const error of [new TypeError('Failed to fetch'), { status: 500, message: 'stack' }, null, 'no']) {
    expect(accountProblem(error)).toMatchObject({ code: 'unreachable' })
    expect(accountProblem(error).problem).toContain('couldn’t reach the shop')
  }
})
