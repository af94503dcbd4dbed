// @module-tag S41

import { expect, test } from 'vitest'
import { databaseError } from './handle-rest-error.ts'

function failing(code: string, message = 'text', more = {}) {
  return databaseError(Object.assign(new Error(message), { code, severity: 'ERROR', ...more }), { anonymous: false })
}

test("PostgreSQL's codes have the statuses of PostgREST", () => {
  const expected: Record<string, number> = {
    '23505': 409, '23503': 409, '23502': 400, '23514': 400, '22P02': 400, '22003': 400, '22001': 400, '22007': 400,
    '42P01': 404, '42883': 404, '42703': 400, P0001: 400, '25006': 503, PT402: 402, PT999: 500, '08006': 503,
    '53300': 503, '57014': 500, '40001': 500, XX000: 500, '28000': 403, '0LP01': 403, '21000': 400, '54001': 500,
  } // biome-ignore format: a table reads better in rows
  for (const [code, status] of Object.entries(expected)) expect(failing(code)?.status, code).toBe(status)
})

test('a missing right is 401 for a visitor and 403 for a signed-in user', () => {
  const error = Object.assign(new Error('permission denied for table pre_orders'), { code: '42501', severity: 'ERROR' })
  expect(databaseError(error, { anonymous: true })).toMatchObject({ status: 401, code: '42501' })
  expect(databaseError(error, { anonymous: false })).toMatchObject({ status: 403, code: '42501' })
})

test('details and hints are passed on, the message of a server error is not', () => {
  const more = { detail: 'Key (email)=(a@b.c) already exists.', hint: 'h' }
  expect(failing('23505', 'duplicate key', more)).toMatchObject({
    message: 'duplicate key',
    details: more.detail,
    hint: 'h',
  })
  expect(failing('XX000', 'could not open file "/var/lib/x"', more)).toMatchObject({
    message: 'The database could not answer',
    details: null,
    hint: null,
  })
})

test('an unreachable database is 503, a pool without a free connection 504', () => {
  const gone = (message: string, code?: string) =>
    databaseError(Object.assign(new Error(message), { code }), { anonymous: true })
  expect(gone('connect ECONNREFUSED', 'ECONNREFUSED')).toMatchObject({
    status: 503,
    code: 'PGRST000',
    headers: { 'Retry-After': '2' },
  })
  // A read-only or full database may be replaced by another one soon.
  for (const code of ['57P01', '57P05', '25006', '53100', '53300'])
    expect(failing(code), code).toMatchObject({ status: 503, headers: { 'Retry-After': '2' } })
  expect(gone('Connection terminated unexpectedly')).toMatchObject({ status: 503, code: 'PGRST001' })
  expect(gone('timeout exceeded when trying to connect')).toMatchObject({ status: 504, code: 'PGRST003' })
})

test('other errors are not mapped as database errors', () => {
  expect(databaseError(new TypeError('x is undefined'), { anonymous: true })).toBeNull()
  expect(databaseError('text', { anonymous: true })).toBeNull()
})
