import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { Env } from '../env.ts'

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

/**
 * The body as text, or null when it is larger than `maxBytes`. A declared length is trusted only when the HTTP parser
 * enforced it; every other body is counted while it is read.
 */
export async function readText(request: Request, maxBytes: number): Promise<string | null> {
  const bytes = await readBytes(request, maxBytes)
  if (bytes === null || typeof bytes === 'string') return bytes
  return new TextDecoder().decode(bytes)
}

/** As `readText`, in bytes; a string where the declared length allowed the quick way. */
async function readBytes(request: Request, maxBytes: number): Promise<Uint8Array | string | null> {
  const declared = request.headers.get('content-length')
  if (declared !== null && Number(declared) > maxBytes) return null
  if (declared !== null && !request.headers.has('transfer-encoding')) {
    const text = await request.text()
    return Buffer.byteLength(text) > maxBytes ? null : text
  }
  return request.body ? countBytes(request.body, maxBytes) : ''
}

/** Reads a stream to its end; returns null as soon as it is longer than `maxBytes`. */
export async function countBytes(body: ReadableStream<Uint8Array>, maxBytes: number): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.byteLength
    // Leaving the loop cancels the stream.
    if (size > maxBytes) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
