import type { IncomingMessage, RequestListener } from 'node:http'
import { plainPageHeaders } from '#platform/pages/plain-page.ts'
import { requestPath } from './request-path.ts'

type Options = {
  isClosed: () => boolean
  /** A page without scripts, whose styles are inline. */
  page: string
  headers: [string, string][]
  /** Serves every request while the shop is open, and health, metrics and built files while it is closed. */
  listener: RequestListener
}

const body = JSON.stringify({
  code: 'closed',
  message: 'The shop is closed for a moment. Please try again in a few minutes.',
})

const open = /^\/(health\/|metrics$|assets\/|favicon)/

/** Answers 503 while the shop is closed: browsers get a page, programs JSON, and webhooks are sent again later. */
export function closedListener({ isClosed, page, headers, listener }: Options): RequestListener {
  return (request, response) => {
    if (!isClosed() || open.test(requestPath(request.url ?? ''))) return listener(request, response)
    const isPage = wantsPage(request)
    response.writeHead(503, [
      ...plainPageHeaders(headers, 60).flat(),
      ...['Content-Type', isPage ? 'text/html; charset=utf-8' : 'application/json'],
    ])
    response.end(request.method === 'HEAD' ? undefined : isPage ? page : body)
  }
}

function wantsPage({ method, headers, url = '' }: IncomingMessage): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  return (
    !/^\/(auth|rest|storage|functions|webhooks)\//.test(requestPath(url)) &&
    (headers.accept ?? '').includes('text/html')
  )
}
