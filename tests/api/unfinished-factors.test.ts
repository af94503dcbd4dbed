import { afterAll, beforeAll, expect, test } from 'vitest'
import { callFunction } from '#tests/fixtures/account-data.ts'
import { type AccountsApi, startAccountsApi } from '#tests/fixtures/accounts-api.ts'
import { answer, authenticatorApp, beginTotp, call, challenge } from '#tests/fixtures/second-factors.ts'

let api: AccountsApi

beforeAll(async () => {
  api = await startAccountsApi()
})
afterAll(() => api[Symbol.asyncDispose]())

const clear = (token: string) =>
  callFunction<{ removed: number }>(api, { path: 'remove-unfinished-factors', token, body: {} })

const factorsOf = (userId: string) =>
  api.db.asService((tx) =>
    tx
      .selectFrom('auth.mfa_factors')
      .select(['id', 'status'])
      .where('user_id', '=', userId)
      .orderBy('created_at')
      .execute(),
  )

/** Another factor in the session of a token; its secret. */
async function begin(token: string) {
  const { status, body } = await call(api, '/factors', {
    token,
    body: { factor_type: 'totp', friendly_name: crypto.randomUUID() },
  })
  expect(status).toBe(200)
  return { token, id: body.id, secret: (body as unknown as { totp: { secret: string } }).totp.secret }
}

test('factors that were begun and left are removed, other users’ and confirmed ones stay', async () => {
  const [mine, theirs] = [await beginTotp(api), await beginTotp(api)]
  await begin(mine.token)
  expect(await clear(mine.token)).toEqual({ status: 200, body: { removed: 2 } })
  expect(await factorsOf(mine.userId)).toEqual([])
  expect(await factorsOf(theirs.userId)).toHaveLength(1)
  const app = await begin(mine.token)
  const { body } = await answer(api, app, authenticatorApp(app.secret).code())
  expect(await clear(body.access_token)).toEqual({ status: 200, body: { removed: 0 } })
  expect(await factorsOf(mine.userId)).toEqual([{ id: app.id, status: 'verified' }])
  // The token from before the confirmation.
  expect((await clear(mine.token)).status).toBe(403)
})

test.for(['the first factor', 'a second factor'])(
  'of two tabs, one that confirms %s while the other clears up loses nothing that was confirmed',
  async (which) => {
    const outcomes = new Set<string>()
    for (let time = 0; time < 10; time += 1) {
      const first = await beginTotp(api)
      let { token } = first
      let factor: { token: string; id: string; secret: string } = first
      if (which === 'a second factor') {
        token = (await answer(api, first, authenticatorApp(first.secret).code())).body.access_token
        factor = await begin(token)
      }
      const challengeId = await challenge(api, factor)
      const code = authenticatorApp(factor.secret).code()
      const confirm = () => answer(api, factor, code, challengeId)
      const tabs = time % 2 === 0 ? [clear(token), confirm()] : [confirm(), clear(token)]
      const [one, two] = await Promise.all(tabs)
      const confirmed = (time % 2 === 0 ? two : one)?.status
      const kept = (await factorsOf(first.userId)).find(({ id }) => id === factor.id)?.status ?? 'gone'
      outcomes.add(`${confirmed} ${kept}`)
    }
    const possible = ['200 verified', '404 gone', '422 gone']
    expect([...outcomes].filter((outcome) => !possible.includes(outcome))).toEqual([])
  },
)
