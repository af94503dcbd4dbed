import { createMiddleware } from 'hono/factory'
import type { Env } from '../env.ts'
import { AppError } from '../errors/app-error.ts'

/** Whether PostgreSQL can store every text of a JSON value of any depth, keys included. */
export function isStorable(value: unknown): boolean {
  return findUnstorable(value) === null
}

/**
 * The path (`items.0.name`) of the first text of a JSON value that PostgreSQL cannot store: NUL, or Unicode that is not
 * well-formed. JSON can escape both (`\u0000`, `\ud800`), so a body of valid UTF-8 may contain them. Null if there is
 * none; for a key, the path is that of its object.
 */
function findUnstorable(value: unknown): string | null {
  const left: [value: unknown, path: string][] = [[value, '']]
  for (let next = left.pop(); next; next = left.pop()) {
    const [each, path] = next
    if (typeof each === 'string' && !isStorableText(each)) return path
    if (typeof each !== 'object' || each === null) continue
    for (const [key, inner] of Object.entries(each)) {
      if (!isStorableText(key)) return path
      left.push([inner, path ? `${path}.${key}` : key])
    }
  }
  return null
}

function isStorableText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}

/**
 * Refuses bad_request for a text that PostgreSQL cannot store, in the URL or, once a handler reads it, in the JSON
 * body.
 */
export function storableTextOnly() {
  return createMiddleware<Env>(async (c, next) => {
    if (c.req.url.includes('%00')) throw unstorable(null)
    const readJson = c.req.json.bind(c.req)
    c.req.json = async <Body>() => {
      const body = await readJson<Body>()
      const path = findUnstorable(body)
      if (path !== null) throw unstorable(path)
      return body
    }
    await next()
  })
}

function unstorable(path: string | null): AppError {
  const message = 'The text contains a character we can’t save. Please delete it and try again.'
  const details = path ? [{ path, message: 'Please delete the character we can’t save.' }] : undefined
  return new AppError('bad_request', message, { details })
}
