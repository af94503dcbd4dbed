import type { Table } from './schema.ts'

/**
 * Adds the detail `Key (email)=(a@b.c) already exists.` to a unique violation (23505) that has none: PostgreSQL leaves
 * it out where row-level security guards the table. The values are the caller's own, so they reveal nothing; if the
 * body is not a single row with every column of the key, there is no detail. Returns the error.
 */
export function withDuplicateKey(error: unknown, table: Table, body: string): unknown {
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
