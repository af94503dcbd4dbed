import type { Preferences } from './parse-query.ts'
import { RestError } from './rest-error.ts'

const known: { [K in keyof Preferences]: ReadonlyArray<NonNullable<Preferences[K]>> } = {
  resolution: ['merge-duplicates', 'ignore-duplicates'],
  missing: ['default', 'null'],
  return: ['minimal', 'representation'],
  count: ['exact', 'planned', 'estimated'],
}

/**
 * Parses Prefer, one line or several joined by commas; the first of two that conflict counts. Unknown preferences are
 * ignored, or refused (PGRST122) with `handling=strict`.
 */
export function parsePrefer(header: string | undefined): Preferences {
  const preferences: Preferences = { resolution: null, missing: null, return: null, count: null }
  if (!header) return preferences
  const unknown: string[] = []
  let strict = false
  for (const part of header.split(',')) {
    const [name = '', value = ''] = part.trim().split('=')
    if (name === 'handling') strict = value === 'strict'
    else if (!keep(preferences, name, value)) unknown.push(part.trim())
  }
  if (strict && unknown.length > 0) {
    const details = `Invalid preferences: ${unknown.join(', ').slice(0, 200)}`
    throw new RestError(400, 'PGRST122', 'Invalid preferences given with handling=strict', { details })
  }
  return preferences
}

function keep(preferences: Preferences, name: string, value: string): boolean {
  const names = Object.keys(known) as Array<keyof Preferences>
  const found = names.find((key) => key === name)
  if (!found || !(known[found] as readonly string[]).includes(value)) return false
  if (preferences[found] === null) Object.assign(preferences, { [found]: value })
  return true
}

export type Shape = 'rows' | 'object'

const shapes = new Map<string, Shape>([
  ['*/*', 'rows'],
  ['application/*', 'rows'],
  ['application/json', 'rows'],
  ['application/vnd.pgrst.array+json', 'rows'],
  ['application/vnd.pgrst.object+json', 'object'],
  ['application/vnd.pgrst.object', 'object'],
])

/** Rows or a single object: the first supported type of `Accept`. Refuses PGRST107. */
export function parseAccept(header: string | undefined): Shape {
  if (!header || header === '*/*') return 'rows'
  for (const part of header.split(',')) {
    const [type = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase())
    const shape = parameters.some((parameter) => parameter.startsWith('nulls=')) ? undefined : shapes.get(type)
    if (shape) return shape
  }
  throw new RestError(406, 'PGRST107', `None of these media types are available: ${header.slice(0, 200)}`)
}

/** Refuses any schema but `public` (PGRST106). */
export function checkProfile(header: string | undefined): void {
  if (header === undefined || header === '' || header === 'public') return
  throw new RestError(406, 'PGRST106', `Invalid schema: ${header.slice(0, 63)}`, {
    hint: 'Only the following schemas are exposed: public',
  })
}

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
