import type { Context } from 'hono'
import { sql } from 'kysely'
import type { Claims, Db } from '../database/db.ts'
import type { Env } from '../http/env.ts'
import { limitKey } from '../http/limits/client-ip.ts'
import type { Rate } from '../http/limits/rate-limiter.ts'
import { RestError } from './rest-error.ts'

/** Enough for a household or a small office, too few to add many other people's addresses. */
const visitorWrites: Rate = { max: 5, perSeconds: 3_600 }

const largestBody = 1_048_576
/** The most bytes of one row. */
const largestVisitorBody = 1_024

/** Tables every caller may add a row to. A row may send an e-mail, so only the service adds several at once. */
export type OpenTables = readonly string[]

/** What a caller may send in one write. */
export type WriteBounds = { maxBytes: number; isListAllowed: boolean }

/**
 * The bounds of a caller's write. The service and administrators may send lists of up to 1 MiB; visitors and customers
 * send one row of up to 1 KiB. PostgreSQL decides who is an administrator.
 */
export async function writeBounds(db: Db, claims: Claims): Promise<WriteBounds> {
  const isTrusted = claims.role === 'service_role' || (claims.role === 'authenticated' && (await isAdmin(db, claims)))
  return { maxBytes: isTrusted ? largestBody : largestVisitorBody, isListAllowed: isTrusted }
}

async function isAdmin(db: Db, claims: Claims): Promise<boolean> {
  const { rows } = await db.as(claims, (tx) => sql<{ is: boolean }>`select private.is_admin() as is`.execute(tx))
  return rows[0]?.is ?? false
}

/** Refuses a list of rows where the caller, or the table, takes one row at a time. */
export function refuseList(
  rows: number,
  { claims, table, openTables }: { claims: Claims; table: string; openTables: OpenTables },
  bounds: WriteBounds,
): void {
  const isOpen = claims.role !== 'service_role' && openTables.includes(table)
  if (rows > 1 && (isOpen || !bounds.isListAllowed)) throw new RestError(400, 'PGRST102', 'One row at a time')
}

/**
 * Counts a visitor's write by address, and a customer's to an open table; refuses with 429 past the rate. Called before
 * the statement runs: a refused write costs the database as much as an accepted one, so it counts too.
 */
export async function countVisitorWrite(c: Context<Env>, table: string, openTables: OpenTables): Promise<void> {
  const { claims, rateLimiter, clientIp } = c.var
  const isOpenPost = claims.role === 'authenticated' && c.req.method === 'POST' && openTables.includes(table)
  if (claims.role !== 'anon' && !isOpenPost) return
  if (await rateLimiter.consume('visitor-write', limitKey(clientIp), visitorWrites)) return
  throw new RestError(429, 'over_request_rate_limit', 'Too many tries. Please try again later.')
}
