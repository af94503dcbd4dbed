import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { choose, type Encoded } from './encodings.ts'
import type { PageCache } from './page-cache.ts'
import { pageKey } from './page-key.ts'
import type { StaticFile } from './static-files.ts'

type Ready = { status?: number; headers: [string, string][]; body: Encoded; etag: string }
type Options = { cache: PageCache; files: Map<string, StaticFile>; rest: RequestListener }

/**
 * The door of the program. Built files and cached pages are answered here, before any framework sees the request;
 * everything else goes on to the application.
 */
export function createListener({ cache, files, rest }: Options): RequestListener {
  return function listen(request, response) {
    const { method, url } = request
    if (url && (method === 'GET' || method === 'HEAD')) {
      const key = pageKey(url)
      const ready = key && (cache.get(key) ?? files.get(key))
      if (ready) return send(request, response, ready)
    }
    return rest(request, response)
  }
}

function send(request: IncomingMessage, response: ServerResponse, { status = 200, headers, body, etag }: Ready): void {
  const { body: bytes, encoding } = choose(body, request.headers['accept-encoding'])
  const tag = encoding ? `"${etag}-${encoding}"` : `"${etag}"`
  const unchanged = request.headers['if-none-match']?.includes(tag)
  const lines: string[] = ['ETag', tag, 'Vary', 'Accept-Encoding']
  for (const [name, value] of headers) lines.push(name, value)
  if (encoding) lines.push('Content-Encoding', encoding)
  if (unchanged) {
    response.writeHead(304, lines).end()
    return
  }
  lines.push('Content-Length', String(bytes.length))
  response.writeHead(status, lines)
  response.end(request.method === 'HEAD' ? undefined : bytes)
}
