import { RestError } from './rest-error.ts'

/**
 * The body of a write: its text, which PostgreSQL parses again without rounding a number, and what the plan needs of
 * it.
 */
export type Payload = { text: string; isArray: boolean; rows: number; keys: string[] }

const deepest = 64

/**
 * Reads an object or an array of objects. Refuses PGRST102: not JSON, other values than objects, nested past 64 levels
 * (PostgreSQL's own limit would give a server error), or rows with different keys where `columns` are not named.
 */
export function parseBody(text: string, columns: string[] | null): Payload {
  if (nestsDeeper(text, deepest)) throw badBody(`Nested deeper than ${deepest} levels`)
  const value = parseJson(text)
  const rows: unknown[] = Array.isArray(value) ? value : [value]
  if (!rows.every(isObject))
    throw badBody(Array.isArray(value) ? 'All object keys must match' : 'Empty or invalid json')
  const keys = Object.keys(rows[0] ?? {})
  if (!columns && !rows.every((row) => sameKeys(row, keys))) throw badBody('All object keys must match')
  return { text, isArray: Array.isArray(value), rows: rows.length, keys: columns ?? keys }
}

export function badBody(message: string, details: string | null = null): RestError {
  return new RestError(400, 'PGRST102', message, { details })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) throw badBody('Empty or invalid json')
    throw error
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function sameKeys(row: Record<string, unknown>, keys: string[]): boolean {
  return Object.keys(row).length === keys.length && keys.every((key) => Object.hasOwn(row, key))
}

function nestsDeeper(text: string, limit: number): boolean {
  let depth = 0
  let inString = false
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charCodeAt(at)
    if (inString) {
      if (char === 0x5c) at += 1
      else if (char === 0x22) inString = false
    } else if (char === 0x22) inString = true
    else if (char === 0x5b || char === 0x7b) {
      depth += 1
      if (depth > limit) return true
    } else if (char === 0x5d || char === 0x7d) depth -= 1
  }
  return false
}
