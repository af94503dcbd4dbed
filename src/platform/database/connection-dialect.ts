import { type Dialect, PostgresAdapter, PostgresDialect, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import type pg from 'pg'

const nothing = () => undefined

/**
 * Kysely on one connection whose transaction is already open: its driver gets a pool that returns that connection and
 * never releases it.
 */
export function connectionDialect(client: pg.PoolClient): Dialect {
  const held = { query: client.query.bind(client), release: nothing }
  const pool = { options: {}, connect: async () => held as never, end: async () => undefined }
  const dialect = new PostgresDialect({ pool })
  return {
    createDriver: () => dialect.createDriver(),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createAdapter: () => new PostgresAdapter(),
    createIntrospector: (db) => new PostgresIntrospector(db),
  }
}
