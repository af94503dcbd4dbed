import { expect, test } from 'vitest'
import { openDatabase } from '#app/open-database.ts'
import { readConfig } from '#config'
import { policies } from '#operations/policies.ts'
import { checkoutShop } from '#tests/fixtures/checkout-shop.ts'
import { testDatabase } from '#tests/fixtures/database.ts'
import { databaseOfOtherOwner } from '#tests/fixtures/database-of-other-owner.ts'
import { createLog } from '../log.ts'
import { checkRights } from './check-rights.ts'
import { migrate } from './migrate.ts'

const roles = ['anon', 'authenticated', 'service_role', 'shop_triggers']

test('a database that was restored under another login works', async () => {
  await using owned = await databaseOfOtherOwner(roles)
  await using shop = await checkoutShop({ db: owned.db })
  await checkRights(owned.db.connectionString, policies)
  expect(await migrate(owned.db.connectionString, 'db/migrations')).toEqual([])
  const product = await owned.db.product({ price: 89 })
  const items = [{ id: product.id, size: '10-12', quantity: 1, price: 89, name: product.name, imageUrl: null }]
  const { status, body } = await shop.press({ items, country: 'GB' })
  expect([status, body]).toEqual([200, expect.objectContaining({ sessionId: expect.any(String) })])
  const sessionId = String(body.sessionId)
  await shop.pay(sessionId)
  await shop.runJobs()
  expect(await shop.status(sessionId)).toBe('paid')
  expect(await shop.count('private.outbox')).toBeGreaterThan(0)
})

test('a new database passes the check', async () => {
  await using db = await testDatabase()
  await checkRights(db.connectionString, policies)
})

test.each(roles)('a login that is not a member of %s is refused in one line', async (role) => {
  const others = roles.filter((each) => each !== role)
  await using owned = await databaseOfOtherOwner(others)
  await expect(checkRights(owned.db.connectionString, policies)).rejects.toThrow(
    `the database is not ready for this login: the login is not a member of ${role} (run: grant ${role} to ${owned.login})`,
  )
})

test('the program does not start on a database that fails the check', async () => {
  await using db = await testDatabase()
  await db.pool.query('drop policy "triggers may insert" on private.outbox')
  const config = readConfig({ DATABASE_URL: db.connectionString })
  await expect(openDatabase(config, 'db/migrations', createLog({ level: 'silent' }))).rejects.toThrow(
    'the database is not ready for this login: the policy on private.outbox for shop_triggers (insert) is missing',
  )
})

test('the error names tables of another owner, also before a migration', async () => {
  await using db = await testDatabase()
  await using other = await databaseOfOtherOwner(roles)
  // The other database's login may connect to this one, and owns nothing in it.
  const stranger = db.connectionString.replace(/\/\/[^@]*@/, `//${other.login}:other@`)
  const message = /\d+ tables and functions, such as function .+, belong to \w+ and not to the login owner_\w+ \(run as/
  await expect(checkRights(stranger, policies)).rejects.toThrow(message)
  await expect(migrate(stranger, 'db/migrations')).rejects.toThrow(message)
})

test.each([
  [
    'drop policy "triggers may insert" on private.audit_log',
    'the policy on private.audit_log for shop_triggers (insert) is missing',
  ],
  [
    'drop policy "visitors see active products" on public.products',
    'the policy on public.products for anon (select) is missing',
  ],
  ['alter table private.outbox no force row level security', 'row-level security is off for private.outbox'],
  ['alter table public.products disable row level security', 'row-level security is off for public.products'],
  ['revoke all on public.pre_orders from service_role', 'service_role has no privileges on public.pre_orders (all)'],
  ['revoke usage on schema auth from service_role', 'service_role has no privileges on auth.'],
])('after "%s" the start is refused with what is missing', async (statement, expectedMessage) => {
  await using db = await testDatabase()
  await db.pool.query(statement)
  await expect(checkRights(db.connectionString, policies)).rejects.toThrow(expectedMessage)
})
