import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { Env } from '../env.ts'
import { countBytes } from '../read-text.ts'

type Options = {
  maxBytes: number
  /** Paths that take more, in bytes, where the length is declared: nothing is read before somebody has looked who sends it. */
  more?: Record<string, number>
  answer: (c: Context<Env>) => Response
}

/**
 * Refuses a body larger than `maxBytes`: by its declared length before anything is read, and by counting where none is
 * declared. A counted body is handed on whole.
 */
export function bodyLimit({ maxBytes, more = {}, answer }: Options) {
  return createMiddleware<Env>(async (c, next) => {
    const { raw, method } = c.req
    if (method === 'GET' || method === 'HEAD' || method === 'OPTIONS') return next()
    const declared = c.req.header('content-length')
    if (declared !== undefined && Number(declared) > (more[c.req.path] ?? maxBytes)) return answer(c)
    if ((declared === undefined || c.req.header('transfer-encoding') !== undefined) && raw.body) {
      const bytes = await countBytes(raw.body, maxBytes)
      if (bytes === null) return answer(c)
      c.req.raw = new Request(raw.url, { method, headers: raw.headers, body: bytes as Uint8Array<ArrayBuffer> })
    }
    await next()
  })
}
