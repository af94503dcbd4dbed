import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { testDatabase } from '#tests/fixtures/database.ts'
import { createSeal } from '../secrets/secrets.ts'
import { sealedForFactor } from './factors/totp.ts'
import { beginFlow, sealedForProvider } from './mail-links/flows.ts'
import { sealedForFlow } from './oauth/provider-flow.ts'
import { countUnreadableApps, reseal } from './sealed-texts.ts'

test('a sign-in with a provider that is under way is sealed again, with the tokens of the provider', async () => {
  await using db = await testDatabase()
  const [former, present] = [createSeal('the former secret'), createSeal('the present secret')]
  const providerState = former.seal('what returns', sealedForFlow)
  const tokens = {
    provider_access_token: former.seal('for access', sealedForProvider),
    provider_refresh_token: former.seal('for more access', sealedForProvider),
  }
  const id = await db.asService(async (tx) => {
    const flow = { authentication_method: 'oauth', provider_type: 'google' }
    const began = await beginFlow(tx, null, { ...flow, provider_state: providerState })
    await beginFlow(tx, null, flow)
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

test('an authenticator app that was never verified is sealed again too, and is no fault where neither secret reads it', async () => {
  await using db = await testDatabase()
  const [former, present] = [createSeal('the former secret'), createSeal('the present secret')]
  const [readable, lost] = [crypto.randomUUID(), crypto.randomUUID()]
  const { id: userId } = await db.user()
  await db.asService(async (tx) => {
    const factor = { user_id: userId, factor_type: 'totp', status: 'unverified' } as const
    const secretOf = (id: string) => former.seal('JBSWY3DPEHPK3PXP', sealedForFactor(id))
    const first = { ...factor, id: readable, friendly_name: 'Phone', secret: secretOf(readable) }
    // Sealed for another factor, it opens for none.
    const second = { ...factor, id: lost, friendly_name: 'Tablet', secret: secretOf(readable) }
    await tx.insertInto('auth.mfa_factors').values([first, second]).execute()
  })
  expect(await db.asService((tx) => countUnreadableApps(tx, present))).toBe(0)
  const done = await db.asService((tx) => reseal(tx, { former, present }))
  expect(done.filter(({ name }) => name.includes('apps'))).toEqual([
    { name: 'secrets of authenticator apps', resealed: 0, already: 0, unreadable: 0 },
    { name: 'secrets of authenticator apps being set up', resealed: 1, already: 0, unreadable: 1 },
  ])
  await db.asService((tx) => tx.updateTable('auth.mfa_factors').set({ status: 'verified' }).execute())
  expect(await db.asService((tx) => countUnreadableApps(tx, present))).toBe(1)
})

test('every file that seals texts has its columns in sealed-texts.ts, or names them for `keys reseal`', () => {
  const files = globSync('src/**/*.ts').filter(
    (file) => !file.endsWith('.test.ts') && /\bseal\.seal\(/.test(readFileSync(file, 'utf8')),
  )
  expect(files.sort()).toEqual([
    // For the samples of e-mails, which are not stored.
    'src/app/emails/email-samples.ts',
    'src/features/postage/postage-deps.ts',
    'src/platform/auth/factors/totp.ts',
    'src/platform/auth/mail-links/flows.ts',
    'src/platform/auth/oauth/provider-flow.ts',
    'src/platform/auth/queue-auth-email.ts',
    'src/platform/auth/sessions/signing-keys.ts',
    'src/platform/secrets/service-keys.ts',
  ])
})
