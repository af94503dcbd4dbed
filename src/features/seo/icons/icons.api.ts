import { createHash } from 'node:crypto'
import { Hono } from 'hono'
import type { Env } from '#platform/http/env.ts'
import { filePolicy } from '#platform/pages/static-files.ts'
import { icons } from './icons.ts'

/** The icons. Browsers keep them, and ask whether they are still the same. */
export function iconsApi({ headers }: { headers: [string, string][] }): Hono<Env> {
  const app = new Hono<Env>()
  for (const [path, draw] of Object.entries(icons)) {
    app.get(path, async (c) => {
      const { type, body } = await draw()
      const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
      for (const [name, value] of headers) c.header(name, value)
      c.header('Content-Security-Policy', filePolicy)
      c.header('Cache-Control', 'public, max-age=0, must-revalidate')
      c.header('ETag', etag)
      if (c.req.header('if-none-match')?.includes(etag)) return c.body(null, 304)
      c.header('Content-Type', type)
      return c.body(new Uint8Array(body))
    })
  }
  return app
}
