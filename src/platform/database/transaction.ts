import {
  type Dialect,
  Kysely,
  PostgresAdapter,
  PostgresDialect,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import pg from 'pg'
import type { Claims, RequestContext, Role } from './claims.ts'
import type { Tables } from './tables.ts'

const roles: ReadonlySet<string> = new Set<Role>(['anon', 'authenticated', 'service_role'])

/**
 * The limits of every transaction, and its time zone. They are local to it: a pooler such as PgBouncer gives each
 * transaction another connection, and refuses them at the start of one.
 */
const limits = {
  statement_timeout: '5s',
  lock_timeout: '3s',
  idle_in_transaction_session_timeout: '10s',
  timezone: 'UTC',
}

/** Limits, role, claims and caller as SQL expressions that set them until the end of the transaction. */
export function settingsOf(claims: Claims, context: RequestContext = {}, other: Partial<typeof limits> = {}): string {
  if (!roles.has(claims.role)) throw new Error(`No such database role: ${claims.role}`)
  const settings = {
    ...limits,
    ...other,
    role: claims.role,
    'request.jwt.claims': JSON.stringify(claims),
    'request.id': context.requestId ?? '',
    'request.ip': context.ip ?? '',
  }
  return Object.entries(settings)
    .map(([name, value]) => `set_config('${name}', ${pg.escapeLiteral(value)}, true)`)
    .join(', ')
}

const known = new WeakMap<pg.PoolClient, Kysely<Tables>>()

/** Kysely on a connection whose transaction is open. */
export function kyselyOn(client: pg.PoolClient): Kysely<Tables> {
  const made = known.get(client) ?? new Kysely<Tables>({ dialect: connectionDialect(client) })
  known.set(client, made)
  return made
}

const nothing = () => undefined

/**
 * Kysely on one connection whose transaction is already open: its driver gets a pool that returns that connection and
 * never releases it.
 */
function connectionDialect(client: pg.PoolClient): Dialect {
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
