import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { Env } from '../env.ts'

/**
 * Refuses a body without `Content-Type: application/json`, which is all that another site's form can send without a
 * preflight. A request without a body may have any type.
 */
export function jsonOnly({ except, respond }: { except: readonly string[]; respond: (c: Context<Env>) => Response }) {
  return createMiddleware<Env>(async (c, next) => {
    const isFine = isJson(c) || !hasBody(c) || except.includes(c.req.path)
    return isFine ? next() : respond(c)
  })
}

/** Whether the content type is JSON, which a page of another site cannot send without a preflight. */
export function isJson(c: Context<Env>): boolean {
  return c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase() === 'application/json'
}

function hasBody(c: Context<Env>): boolean {
  if (c.req.method === 'GET' || c.req.method === 'HEAD') return false
  const length = c.req.header('content-length')
  if (length !== undefined) return length !== '0'
  // Over the network a body without a length is announced; a request inside the process has no such header.
  return c.env?.incoming ? c.req.header('transfer-encoding') !== undefined : c.req.raw.body !== null
}
