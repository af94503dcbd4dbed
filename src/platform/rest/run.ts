import { CompiledQuery, type QueryResult } from 'kysely'
import type { Claims, Db, RequestContext, Tx } from '../database/db.ts'
import { badRange, type Preferences, type Query } from './parse-query.ts'
import { badBody, type Payload, parseBody, type Shape } from './parse-request.ts'
import { planRead, type Statement } from './plan.ts'
import { insertedSetting, planDelete, planInsert, planUpdate } from './plan-write.ts'
import { notOneRow, RestError, unreadable } from './rest-error.ts'
import type { Table } from './schema.ts'
import type { ShareRuns } from './share-runs.ts'

export type Caller = { claims: Claims; context: RequestContext }
export type TableRequest = { table: Table; query: Query; shape: Shape; preferences: Preferences }
/** `body` null: nothing is sent. */
export type RestResult = { status: number; range: string; body: string | Uint8Array<ArrayBuffer> | null }

type ReadRow = { body: string | null; page: number; total: number | null }
type WrittenRow = { body: string; page: number }

const utf8 = new TextEncoder()

/**
 * Reads rows under the caller's role. Callers with the same claims who send the same read at once share one run
 * (`share`), and its bytes: its result depends on nothing else. Refuses PGRST116 if a single object was requested and
 * there is not exactly one row, PGRST103 past the end.
 */
export async function read(
  { db, share }: { db: Pick<Db, 'readAs'>; share: ShareRuns },
  caller: Caller,
  request: TableRequest,
  head: boolean,
): Promise<RestResult> {
  const { table, query, shape, preferences } = request
  const statement = planRead(table, query, { shape, counted: preferences.count !== null, head })
  const row = await share(JSON.stringify([caller.claims, statement]), async () => {
    const { body, ...figures } = first(await db.readAs<ReadRow>(caller.claims, statement, caller.context))
    return { ...figures, body: body === null ? null : utf8.encode(body) }
  })
  const { header, status } = contentRange({ offset: query.offset, page: row.page, total: row.total })
  if (shape === 'object' && row.page !== 1) throw notOneRow(row.page)
  return { status: shape === 'object' ? 200 : status, range: header, body: row.body }
}

type Write = ({ method: 'POST'; body: string } | { method: 'PATCH'; body: string } | { method: 'DELETE' }) & {
  /** Called with the number of rows in the body, before the statement runs; may refuse. */
  beforeWrite(rows: number): Promise<void>
}

/**
 * Writes in one transaction, which a single object that is not exactly one row rolls back. An update or delete
 * without a filter is refused (21000), as the hosted service does: it is always a mistake and would change every row.
 */
export async function write(db: Db, caller: Caller, request: TableRequest, input: Write): Promise<RestResult> {
  const planned = plan(request, input)
  const counted = request.preferences.count !== null
  if (planned === null) return toResult(input, request, { rows: 0, body: '[]', onlyUpdated: false, counted })
  await input.beforeWrite(planned.rows)
  const written = await db
    .as(caller.claims, (tx) => writeOnce(tx, request, planned.statement), caller.context)
    .catch((error: unknown) => {
      throw 'body' in input ? withDuplicateKey(error, request.table, input.body) : error
    })
  return toResult(input, request, { ...written, counted })
}

/** The statement and how many rows were sent for it; null where there is nothing to write. */
type PlannedWrite = { statement: Statement; rows: number }

function plan(request: TableRequest, input: Write): PlannedWrite | null {
  const { table, query } = request
  if (query.limit !== null || query.offset > 0) throw unreadable('query', 'limit', 'limit and offset are for reading')
  if (input.method !== 'POST' && query.filters.length === 0) {
    throw new RestError(400, '21000', `${input.method === 'PATCH' ? 'UPDATE' : 'DELETE'} requires a WHERE clause`)
  }
  if (input.method === 'DELETE') return { statement: planDelete(table, query, request), rows: 0 }
  const payload = parseBody(input.body, query.columns)
  const { rows } = payload
  if (input.method === 'PATCH') {
    return changes(payload) ? { statement: planUpdate(table, query, payload, request), rows } : null
  }
  if (payload.keys.length === 0 && rows > 1) throw badBody('Empty objects can be inserted one at a time')
  return rows > 0 ? { statement: planInsert(table, query, payload, request), rows } : null
}

function changes(payload: Payload): boolean {
  if (payload.rows > 1) throw badBody('An update takes one object')
  return payload.rows === 1 && payload.keys.length > 0
}

type Written = { rows: number; body: string | null; onlyUpdated: boolean }

async function writeOnce(tx: Tx, request: TableRequest, statement: Statement): Promise<Written> {
  const result = await execute(tx, statement)
  const reads = request.preferences.return === 'representation'
  const { page, body } = reads ? first(result.rows as WrittenRow[]) : { page: affected(result), body: null }
  if (request.shape === 'object' && page !== 1) throw notOneRow(page)
  const merges = request.preferences.resolution === 'merge-duplicates'
  return { rows: page, body, onlyUpdated: merges && page > 0 && (await insertedRows(tx)) === 0 }
}

async function insertedRows(tx: Tx): Promise<number> {
  const text = `select nullif(current_setting('${insertedSetting}', true), '')::int as inserted`
  const { rows } = await execute(tx, { text, params: [] })
  return first(rows as { inserted: number | null }[]).inserted ?? 1
}

type Outcome = Written & { counted: boolean }

function toResult(
  { method }: Write,
  { preferences, shape }: TableRequest,
  { rows, body, onlyUpdated, counted }: Outcome,
): RestResult {
  if (rows !== 1 && shape === 'object') throw notOneRow(rows)
  const shown = preferences.return === 'representation' ? body : null
  const total = counted ? rows : '*'
  if (method === 'POST') return { status: onlyUpdated ? 200 : 201, range: `*/${total}`, body: shown }
  const range = method === 'PATCH' && rows > 0 ? `0-${rows - 1}` : '*'
  return { status: shown === null ? 204 : 200, range: `${range}/${total}`, body: shown }
}

function execute(tx: Tx, { text, params }: Statement): Promise<QueryResult<unknown>> {
  return tx.executeQuery(CompiledQuery.raw(text, params))
}

function affected(result: QueryResult<unknown>): number {
  return Number(result.numAffectedRows ?? 0)
}

function first<Row>([row]: Row[]): Row {
  if (!row) throw new Error('A statement that always answers one row answered none')
  return row
}

/**
 * Adds the detail `Key (email)=(a@b.c) already exists.` to a unique violation (23505) that has none: PostgreSQL leaves
 * it out where row-level security guards the table. The values are the caller's own, so they reveal nothing; if the
 * body is not a single row with every column of the key, there is no detail. Returns the error.
 */
function withDuplicateKey(error: unknown, table: Table, body: string): unknown {
  if (!isUniqueViolation(error) || error.detail) return error
  const columns = table.unique.get(error.constraint ?? '')
  const sent: unknown = JSON.parse(body)
  const rows: unknown[] = Array.isArray(sent) ? sent : [sent]
  const [row] = rows as [Record<string, unknown>]
  if (!columns || rows.length !== 1 || !columns.every((name) => isScalar(row[name]))) return error
  error.detail = `Key (${columns.join(', ')})=(${columns.map((name) => String(row[name])).join(', ')}) already exists.`
  return error
}

type UniqueViolation = Error & { constraint?: string; detail?: string }

function isUniqueViolation(error: unknown): error is UniqueViolation {
  return error instanceof Error && 'code' in error && error.code === '23505'
}

function isScalar(value: unknown): boolean {
  return ['string', 'number', 'boolean'].includes(typeof value)
}

/**
 * The Content-Range, such as `0-9/57`, with `*` for a half that is unknown or empty, and its status. Refuses PGRST103
 * when a count was requested and the offset is beyond it.
 */
export function contentRange({ offset, page, total }: { offset: number; page: number; total: number | null }) {
  const range = page > 0 && total !== 0 ? `${offset}-${offset + page - 1}` : '*'
  const header = `${range}/${total ?? '*'}`
  if (total !== null && offset > total) {
    const details = `An offset of ${offset} was requested, but there are only ${total} rows.`
    throw badRange(details, { 'Content-Range': `*/${total}` })
  }
  return { header, status: total !== null && page < total ? 206 : 200 }
}
