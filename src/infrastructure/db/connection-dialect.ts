import { type Dialect, PostgresAdapter, PostgresDialect, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import type pg from 'pg'

/**
 * Kysely on one connection whose transaction is already open. Going through a pool of one lets
 * Kysely's own driver do the work; its `connect` hands out that connection and never lets it go.
 */
export function connectionDialect(client: pg.PoolClient): Dialect {
  const held = { query: client.query.bind(client), release() {} }
  const dialect = new PostgresDialect({ pool: { connect: async () => held as never, end: async () => {} } })
  return {
    createDriver: () => dialect.createDriver(),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createAdapter: () => new PostgresAdapter(),
    createIntrospector: (db) => new PostgresIntrospector(db),
  }
}
