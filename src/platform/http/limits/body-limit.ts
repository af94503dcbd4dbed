import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { Env } from '../env.ts'
import { countBytes } from './read-text.ts'

type Options = {
  maxBytes: number
  /**
   * Larger limits in bytes for some paths, for bodies with a declared length: they are read only after the handler has
   * checked the caller.
   */
  more?: Record<string, number>
  respond: (c: Context<Env>) => Response
}

/**
 * Refuses a body larger than `maxBytes`: by its declared length before reading, and by counting when no length is
 * declared. A counted body is passed on whole.
 */
export function bodyLimit({ maxBytes, more = {}, respond }: Options) {
  return createMiddleware<Env>(async (c, next) => {
    const { raw, method } = c.req
    if (method === 'GET' || method === 'HEAD' || method === 'OPTIONS') return next()
    const declared = c.req.header('content-length')
    if (declared !== undefined && Number(declared) > (more[c.req.path] ?? maxBytes)) return respond(c)
    if ((declared === undefined || c.req.header('transfer-encoding') !== undefined) && raw.body) {
      const bytes = await countBytes(raw.body, maxBytes)
      if (bytes === null) return respond(c)
      c.req.raw = new Request(raw.url, { method, headers: raw.headers, body: bytes as Uint8Array<ArrayBuffer> })
    }
    await next()
  })
}
