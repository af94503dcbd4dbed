import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { testDatabase } from '#tests/fixtures/database.ts'
import { createSeal } from '../secrets/sealed.ts'
import { beginFlow, sealedForProvider } from './mail-links/flows.ts'
import { sealedForFlow } from './oauth/provider-flow.ts'
import { reseal } from './sealed-texts.ts'

test('a sign-in with a provider that is under way is sealed again, with the tokens of the provider', async () => {
  await using db = await testDatabase()
  const [former, present] = [createSeal('the former secret'), createSeal('the present secret')]
  const providerState = former.seal('what returns', sealedForFlow)
  const tokens = {
    provider_access_token: former.seal('for access', sealedForProvider),
    provider_refresh_token: former.seal('for more access', sealedForProvider),
  }
  const id = await db.asService(async (tx) => {
    const flow = { userId: null, challenge: null, method: 'oauth', provider: 'google' } as const
    const began = await beginFlow(tx, { ...flow, providerState })
    await beginFlow(tx, flow)
    await tx.updateTable('auth.flow_state').set(tokens).where('id', '=', began).execute()
    return began
  })
  const done = await db.asService((tx) => reseal(tx, { former, present }))
  expect(done.slice(-3).map(({ resealed, unreadable }) => [resealed, unreadable])).toEqual([
    [1, 0],
    [1, 0],
    [1, 0],
  ])
  const row = await db.asService((tx) =>
    tx.selectFrom('auth.flow_state').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  )
  expect(present.open(row.provider_state ?? '', sealedForFlow)).toBe('what returns')
  expect(present.open(row.provider_access_token ?? '', sealedForProvider)).toBe('for access')
  expect(present.open(row.provider_refresh_token ?? '', sealedForProvider)).toBe('for more access')
  // One that neither opens stops nothing: the customer begins again.
  const [other, next] = [createSeal('a third secret'), createSeal('a fourth secret')]
  const again = await db.asService((tx) => reseal(tx, { former: other, present: next }))
  expect(again.at(-1)).toMatchObject({ resealed: 0, unreadable: 1 })
})

test('every file that seals texts has its columns in sealed-texts.ts; a new one is added there and here', () => {
  const files = globSync('src/**/*.ts').filter(
    (file) => !file.endsWith('.test.ts') && /\bseal\.seal\(/.test(readFileSync(file, 'utf8')),
  )
  expect(files.sort()).toEqual([
    'src/platform/auth/factors/totp.ts',
    'src/platform/auth/mail-links/flows.ts',
    'src/platform/auth/oauth/provider-flow.ts',
    'src/platform/auth/queue-auth-email.ts',
    'src/platform/auth/sessions/signing-keys.ts',
  ])
})
