import { expect, test } from 'vitest'
import { emptyDatabase } from '#tests/fixtures/database.ts'
import { onServer } from '#tests/fixtures/database-server.ts'
import { freePorts } from '#tests/fixtures/free-ports.ts'
import { dataFolder, startShop } from '#tests/fixtures/program.ts'
import { smtpServer } from '#tests/fixtures/smtp-server.ts'

test('the built shop writes to the owner once when checkouts fail, and once when no worker runs', async () => {
  await using data = await dataFolder()
  await using database = await emptyDatabase()
  await using smtp = await smtpServer()
  const [port = 0] = await freePorts(1)
  await using _shop = await startShop(data.path, port, {
    DATABASE_URL: database.connectionString,
    SMTP_URL: smtp.url,
    ALERT_EMAIL: 'owner@example.com',
    WORKER: 'off',
  })
  // What five minutes of failures and ten without a worker leave in the database.
  await run(database.connectionString, [
    `update private.checkout_health set failures = 7, failed_at = now(), failing_since = now() - interval '6 minutes'`,
    `update pgboss.job set start_after = now() - interval '11 minutes', created_on = now() - interval '11 minutes'`,
  ])
  await expect.poll(() => smtp.received.length, { timeout: 75_000, interval: 500 }).toBe(2)
  // Each look of the program renews its lease.
  const lease = () => read(database.connectionString, 'select held_until as value from private.alert_watch')
  const before = await lease()
  await expect.poll(lease, { timeout: 75_000, interval: 500 }).not.toEqual(before)
  const [checkouts = '', tasks = ''] = smtp.received
    .map(({ message }) => message.replaceAll('=\r\n', ''))
    .toSorted((one) => (one.includes('7 checkouts failed since') ? -1 : 1))
  expect(checkouts).toContain('7 checkouts failed since')
  expect(tasks).toContain('nothing is running them')
  expect(smtp.received.every(({ to }) => to.join() === 'owner@example.com')).toBe(true)
  expect(smtp.received).toHaveLength(2)
})

async function run(connectionString: string, statements: string[]): Promise<void> {
  await onServer(connectionString, async (client) => {
    for (const statement of statements) {
      await client.query(statement.includes('private.') ? 'set role service_role' : 'reset role')
      expect((await client.query(statement)).rowCount).toBeGreaterThan(0)
    }
  })
}

/** `value` of the only row. */
async function read(connectionString: string, query: string): Promise<unknown> {
  let value: unknown
  await onServer(connectionString, async (client) => {
    await client.query('set role service_role')
    value = (await client.query<{ value: unknown }>(query)).rows[0]?.value
  })
  return value
}
