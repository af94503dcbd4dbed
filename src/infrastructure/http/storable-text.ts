import { createMiddleware } from 'hono/factory'
import { Refusal } from '../refusal.ts'
import type { Env } from './env.ts'

/**
 * Whether PostgreSQL can hold every text in a value read from JSON, keys included: well-formed Unicode without NUL. JSON
 * writes both as escapes (`\ud800`, `\u0000`), so a body of valid UTF-8 may hold them. Takes any depth.
 */
export function isStorable(value: unknown): boolean {
  const left = [value]
  while (left.length > 0) {
    const each = left.pop()
    if (typeof each === 'string' && (!each.isWellFormed() || each.includes('\0'))) return false
    if (typeof each !== 'object' || each === null) continue
    for (const [key, inner] of Object.entries(each)) left.push(key, inner)
  }
  return true
}

/**
 * Refuses bad_request for a text that PostgreSQL cannot hold, in the address or, when a handler reads it, in the JSON
 * body. Handlers below need no check of their own.
 */
export function storableTextOnly() {
  return createMiddleware<Env>(async (c, next) => {
    if (c.req.url.includes('%00')) throw unstorable()
    const readJson = c.req.json.bind(c.req)
    c.req.json = async <Body>() => {
      const body = await readJson<Body>()
      if (!isStorable(body)) throw unstorable()
      return body
    }
    await next()
  })
}

function unstorable(): Refusal {
  return new Refusal('bad_request', 'The text holds a character that cannot be saved. Please delete it and try again.')
}
