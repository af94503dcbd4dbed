import type { Preferences } from './query.ts'
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
