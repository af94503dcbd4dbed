// @module-tag S16

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AccountsApi, startAccountsApi } from '#tests/fixtures/accounts-api.ts'

// Coarse, for every test run: a missing hash or e-mail would show. `bench accounts` measures precisely.

let api: AccountsApi

beforeAll(async () => {
  api = await startAccountsApi()
})
afterAll(() => api[Symbol.asyncDispose]())

const samples = 30
// Other tests run in parallel: their effect varies between rounds, the shop's does not.
const rounds = 5

async function took(path: string, body: object, expected: number): Promise<number> {
  const before = performance.now()
  const response = await fetch(`${api.url}/auth/v1${path}`, {
    method: 'POST',
    headers: { apikey: api.anonKey, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  expect(response.status, text).toBe(expected)
  return performance.now() - before
}

test.for([
  { what: 'signing in', path: '/token?grant_type=password', more: { password: 'a wrong one' }, expected: 400 },
  { what: 'signing up', path: '/signup', more: { password: 'made with care 7' }, expected: 200 },
  { what: 'a forgotten password', path: '/recover', more: {}, expected: 200 },
])(
  '$what takes as long for an address with an account as for one without',
  { timeout: 60_000 },
  async ({ path, more, expected }) => {
    const report: string[] = []
    for (let round = 0; round < rounds; round += 1) {
      const [known, unknown] = await mediansOf({ path, more, expected })
      report.push(`${known.toFixed(1)} ms known, ${unknown.toFixed(1)} ms unknown`)
      if (Math.abs(known - unknown) < Math.max(5, 0.25 * Math.min(known, unknown))) return
    }
    expect.fail(report.join('; '))
  },
)

type Asked = { path: string; more: object; expected: number }

async function mediansOf({ path, more, expected }: Asked): Promise<[known: number, unknown: number]> {
  const times: { known: number[]; unknown: number[] } = { known: [], unknown: [] }
  for (let at = 0; at < samples; at += 1) {
    const { email } = await api.account()
    const known = async () => times.known.push(await took(path, { email, ...more }, expected))
    const unknown = async () =>
      times.unknown.push(await took(path, { email: `${randomUUID()}@example.com`, ...more }, expected))
    for (const ask of at % 2 ? [known, unknown] : [unknown, known]) await ask()
  }
  return [median(times.known), median(times.unknown)]
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
