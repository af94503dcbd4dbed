import { type Context, Hono } from 'hono'
import { sql } from 'kysely'
import type { Claims, Db } from '../database/db.ts'
import type { Env } from '../http/env.ts'
import { mediaTypeOf } from '../http/headers.ts'
import { requestContextOf } from '../http/identity/signed-in.ts'
import { readText } from '../http/limits/body-limit.ts'
import { limitKey } from '../http/limits/client-ip.ts'
import type { Rate } from '../http/limits/rate-limiter.ts'
import { handleRestError } from './handle-rest-error.ts'
import { type Preferences, parseQuery } from './parse-query.ts'
import { badBody, checkProfile, parseAccept, parsePrefer } from './parse-request.ts'
import { starFor } from './plan.ts'
import { RestError } from './rest-error.ts'
import { type Caller, type RestResult, read, type TableRequest, write } from './run.ts'
import { type Schema, type SchemaCache, schemaCache, type Table } from './schema.ts'
import { createSharedRuns, type ShareRuns } from './share-runs.ts'

const longestUrl = 8_192

type RestOptions = {
  db: Db
  /** The tables and views of `public` that this API serves; any other name is unknown (PGRST205). */
  exposed: readonly string[]
  openTables?: OpenTables
}

/**
 * The data API, mounted at /rest/v1: a URL becomes one statement under the caller's role. Middleware has set `claims`,
 * `requestId` and `clientIp`. Every error has the four keys code, message, details and hint.
 */
export function restApi({ db, exposed, openTables = [] }: RestOptions): Hono<Env> {
  const deps = { db, schema: schemaCache(db.pool, exposed), openTables, share: createSharedRuns() }
  return new Hono<Env>()
    .onError(handleRestError)
    .all('/rpc/:name', (c) => {
      const name = c.req.param('name').slice(0, 63)
      const message = `Could not find the function public.${name} in the schema cache`
      throw new RestError(404, 'PGRST202', message)
    })
    .all('/:table', (c) => serve(c, deps))
    .all('/*', () => {
      throw new RestError(404, 'PGRST125', 'Invalid path specified in request URL')
    })
}

type ServeDeps = { db: Db; schema: SchemaCache; openTables: OpenTables; share: ShareRuns }

async function serve(c: Context<Env>, deps: ServeDeps): Promise<Response> {
  const { db, schema, openTables } = deps
  const { method } = c.req
  if (!methods.has(method)) throw new RestError(405, 'PGRST117', `Unsupported HTTP method: ${method}`)
  if (c.req.url.length > longestUrl)
    throw new RestError(414, 'PGRST100', `The URL is longer than ${longestUrl} characters`)
  const reading = method === 'GET' || method === 'HEAD'
  checkProfile(c.req.header(reading ? 'accept-profile' : 'content-profile'))
  const shape = parseAccept(c.req.header('accept'))
  const preferences = parsePrefer(c.req.header('prefer'))
  const query = parseQuery(searchParams(c.req.url))
  const caller = callerOf(c)
  const sent = method === 'POST' || method === 'PATCH' ? await readSent(c, db) : null
  const name = c.req.param('table') ?? ''
  const result = await withTable(schema, name, (table) => {
    const expandedQuery = starFor(caller.claims.role, table, query)
    const request: TableRequest = { table, query: expandedQuery, shape, preferences }
    if (reading) return read(deps, caller, request, method === 'HEAD')
    const input = sent ? { method: method as 'POST' | 'PATCH', body: sent.text } : { method: 'DELETE' as const }
    return write(db, caller, request, {
      ...input,
      async beforeWrite(rows) {
        if (sent) refuseList(rows, { claims: caller.claims, table: table.name, openTables }, sent.bounds)
        await countVisitorWrite(c, table.name, openTables)
      },
    })
  })
  return respond(result, { shape, applied: appliedTo(method, preferences), empty: method === 'HEAD' })
}

const methods = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'])

function searchParams(url: string): URLSearchParams {
  const at = url.indexOf('?')
  return new URLSearchParams(at < 0 ? '' : url.slice(at + 1))
}

function callerOf(c: Context<Env>): Caller {
  return { claims: c.var.claims, context: requestContextOf(c) }
}

/**
 * The JSON body of a write, within the caller's bounds. Refuses PGRST102: another content type (400), or too large
 * (413).
 */
async function readSent(c: Context<Env>, db: Db): Promise<{ text: string; bounds: WriteBounds }> {
  if (mediaTypeOf(c) !== 'application/json') {
    const type = c.req.header('content-type') ?? ''
    throw badBody(`Content-Type not acceptable: ${type.slice(0, 100) || 'none was sent'}`)
  }
  const bounds = await writeBounds(db, c.var.claims)
  const text = await readText(c.req.raw, bounds.maxBytes)
  if (text === null) throw new RestError(413, 'PGRST102', `The body is larger than ${bounds.maxBytes} bytes`)
  return { text, bounds }
}

// An unknown name may be new, and PostgreSQL may miss one that a newer program's migration dropped: the schema is read again
// before the error is sent. A write that failed so was rolled back.
async function withTable<T>(cache: SchemaCache, name: string, work: (table: Table) => Promise<T>): Promise<T> {
  const schema = await cache.get()
  try {
    return await work(find(schema, name))
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && unknownNames.has(String(error.code)))) throw error
    const fresh = await cache.reload()
    if (fresh === schema) throw error
    return work(find(fresh, name))
  }
}

const unknownNames = new Set(['PGRST204', 'PGRST205', '42703', '42P01'])

function find(schema: Schema, name: string): Table {
  const table = schema.get(name)
  if (table) return table
  const near = suggest(name, schema.keys())
  throw new RestError(404, 'PGRST205', `Could not find the table 'public.${name.slice(0, 63)}' in the schema cache`, {
    hint: near ? `Perhaps you meant the table 'public.${near}'` : null,
  })
}

function appliedTo(method: string, { resolution, missing, return: returned, count }: Preferences): string {
  const applied = [count && `count=${count}`]
  if (method !== 'GET' && method !== 'HEAD') applied.unshift(returned && `return=${returned}`)
  if (method === 'POST') applied.unshift(resolution && `resolution=${resolution}`, missing && `missing=${missing}`)
  return applied.filter(Boolean).join(', ')
}

type Manner = { shape: 'rows' | 'object'; applied: string; empty: boolean }

function respond({ status, range, body }: RestResult, { shape, applied, empty }: Manner): Response {
  const headers: Record<string, string> = { 'Content-Range': range }
  if (applied) headers['Preference-Applied'] = applied
  if (body !== null || empty) {
    headers['Content-Type'] =
      shape === 'object' ? 'application/vnd.pgrst.object+json; charset=utf-8' : 'application/json; charset=utf-8'
  }
  return new Response(empty ? null : body, { status, headers })
}

/** The known name most similar to an unknown one: at most two changed letters, three in a long name. */
function suggest(name: string, known: Iterable<string>): string | null {
  if (name.length > 63) return null
  let best: { name: string; distance: number } | null = null
  for (const candidate of known) {
    const distance = editDistance(name.toLowerCase(), candidate)
    if (!best || distance < best.distance) best = { name: candidate, distance }
  }
  return best && best.distance <= (name.length > 7 ? 3 : 2) ? best.name : null
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}

/** Enough for a household or a small office, too few to add many other people's addresses. */
const visitorWrites: Rate = { max: 5, perSeconds: 3_600 }

const largestBody = 1_048_576
/** An address, and the wording that its owner agreed to, in any script. */
const largestVisitorBody = 2_048

/** Tables every caller may add a row to. A row may send an e-mail, so only the service adds several at once. */
type OpenTables = readonly string[]

type WriteBounds = { maxBytes: number; isListAllowed: boolean }

/**
 * The bounds of a caller's write. The service, administrators and helpers of the pages may send lists of up to 1 MiB; visitors and customers
 * send one row of up to 2 KiB. PostgreSQL decides who has a role.
 */
async function writeBounds(db: Db, claims: Claims): Promise<WriteBounds> {
  const isTrusted =
    claims.role === 'service_role' || (claims.role === 'authenticated' && (await writesProducts(db, claims)))
  return { maxBytes: isTrusted ? largestBody : largestVisitorBody, isListAllowed: isTrusted }
}

async function writesProducts(db: Db, claims: Claims): Promise<boolean> {
  const { rows } = await db.as(claims, (tx) =>
    sql<{ is: boolean }>`select private.has_role('admin', 'pages') as is`.execute(tx),
  )
  return rows[0]?.is ?? false
}

function refuseList(
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
async function countVisitorWrite(c: Context<Env>, table: string, openTables: OpenTables): Promise<void> {
  const { claims, rateLimiter, clientIp } = c.var
  const isOpenPost = claims.role === 'authenticated' && c.req.method === 'POST' && openTables.includes(table)
  if (claims.role !== 'anon' && !isOpenPost) return
  if (await rateLimiter.consume('visitor-write', limitKey(clientIp), visitorWrites)) return
  throw new RestError(429, 'over_request_rate_limit', 'Too many tries. Please try again later.')
}
