import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openDb } from '#platform/database/db.ts'
import { createQueue } from '#platform/jobs/queue.ts'
import { createLog } from '#platform/log.ts'
import { testDatabase } from '#tests/fixtures/database.ts'
import { tryOrder } from './try-order.ts'

const log = createLog({ level: 'silent' })

/** A database with its queue, and a count of the rows an order leaves. */
async function shopWithQueue() {
  const db = await testDatabase({ withQueue: true })
  const queue = createQueue({ connectionString: db.connectionString, log, working: false })
  await queue.start()
  const rows = async () => {
    const { rows } =
      await sql`select (select count(*) from pre_orders) as orders, (select count(*) from order_lines) as lines,
      (select count(*) from private.audit_log) as audit, (select count(*) from pgboss.job) as jobs`.execute(db.owner)
    return rows[0]
  }
  const attempt = () => tryOrder({ db, queue })
  return {
    db,
    rows,
    attempt,
    async [Symbol.asyncDispose]() {
      await queue.stop()
      await db[Symbol.asyncDispose]()
    },
  }
}

test('a trial order can be written and leaves nothing', async () => {
  await using shop = await shopWithQueue()
  await shop.db.asService((tx) => tx.insertInto('private.settings').values({ name: 'a', value: '1' }).execute())
  const before = await shop.rows()
  await shop.attempt()
  await shop.attempt()
  expect(await shop.rows()).toEqual(before)
})

test.each([
  ['the table of lines is missing', 'alter table public.order_lines rename to lines_of_a_broken_restore'],
  ['the audit log is missing', 'drop table private.audit_log'],
  ['the service lost a right', 'revoke insert on public.pre_orders from service_role'],
  ['a policy is missing', 'drop policy "service_role may do everything" on public.pre_orders'],
  ['the tables of the queue are missing', 'drop schema pgboss cascade'],
])('no order can be written when %s', async (_, damage) => {
  await using shop = await shopWithQueue()
  await shop.attempt()
  await sql.raw(damage).execute(shop.db.owner)
  await expect(shop.attempt()).rejects.toThrow()
})

test('no order can be written while the database is read-only, and one can right after', async () => {
  await using shop = await shopWithQueue()
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(shop.db.owner)
  const name = rows[0]?.name ?? ''
  await using db = {
    ...openDb({ connectionString: shop.db.connectionString, log, maxConnections: 1 }),
    async [Symbol.asyncDispose]() {
      await this.close()
    },
  }
  await sql.raw(`alter database ${name} set default_transaction_read_only = on`).execute(shop.db.owner)
  const queue = { enqueue: async () => undefined }
  await expect(tryOrder({ db, queue })).rejects.toMatchObject({ code: '25006' })
  const onceMore = sql.raw(`begin read write; alter database ${name} set default_transaction_read_only = off; commit`)
  await onceMore.execute(shop.db.owner)
  await tryOrder({ db, queue })
})
