import { type Context, Hono } from 'hono'
import type { Db } from '../database/db.ts'
import type { Env } from '../http/env.ts'
import { requestContextOf } from '../http/identity/request-context.ts'
import { readText } from '../http/limits/read-text.ts'
import { handleRestError } from './handle-rest-error.ts'
import { badBody } from './parse-body.ts'
import { checkProfile, parseAccept, parsePrefer } from './parse-headers.ts'
import { parseQuery } from './parse-query.ts'
import { starFor } from './plan.ts'
import type { Preferences } from './query.ts'
import { RestError } from './rest-error.ts'
import { type Caller, type RestResult, read, type TableRequest, write } from './run.ts'
import { type Schema, type SchemaCache, schemaCache, type Table } from './schema.ts'
import { countVisitorWrite, type OpenTables, refuseList, type WriteBounds, writeBounds } from './visitor-writes.ts'

const longestUrl = 8_192

export type RestOptions = {
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
  const schema = schemaCache(db.pool, exposed)
  return new Hono<Env>()
    .onError(handleRestError)
    .all('/rpc/:name', (c) => {
      const name = c.req.param('name').slice(0, 63)
      const message = `Could not find the function public.${name} in the schema cache`
      throw new RestError(404, 'PGRST202', message)
    })
    .all('/:table', (c) => serve(c, { db, schema, openTables }))
    .all('/*', () => {
      throw new RestError(404, 'PGRST125', 'Invalid path specified in request URL')
    })
}

type ServeDeps = { db: Db; schema: SchemaCache; openTables: OpenTables }

async function serve(c: Context<Env>, { db, schema, openTables }: ServeDeps): Promise<Response> {
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
    if (reading) return read(db, caller, request, method === 'HEAD')
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
  const type = c.req.header('content-type') ?? ''
  if (type.split(';')[0]?.trim().toLowerCase() !== 'application/json') {
    throw badBody(`Content-Type not acceptable: ${type.slice(0, 100) || 'none was sent'}`)
  }
  const bounds = await writeBounds(db, c.var.claims)
  const text = await readText(c.req.raw, bounds.maxBytes)
  if (text === null) throw new RestError(413, 'PGRST102', `The body is larger than ${bounds.maxBytes} bytes`)
  return { text, bounds }
}

// An unknown name may be new: the schema is read again before the error is sent.
async function withTable<T>(cache: SchemaCache, name: string, work: (table: Table) => Promise<T>): Promise<T> {
  const schema = await cache.get()
  try {
    return await work(find(schema, name))
  } catch (error) {
    if (!(error instanceof RestError) || !unknownNames.has(error.code) || error.cause) throw error
    const fresh = await cache.reload()
    if (fresh === schema) throw error
    return work(find(fresh, name))
  }
}

const unknownNames = new Set(['PGRST204', 'PGRST205', '42703'])

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
