import { Writable } from 'node:stream'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, isRouteErrorResponse, ServerRouter } from 'react-router'
import { contentSecurityPolicy } from '#infrastructure/http/content-security-policy.ts'

/** A page that takes longer than this to render is a fault. */
const renderLimitMs = 5_000

/**
 * Renders a page whole before a byte leaves: it can then be cached with its headers, and its policy can name
 * the hash of every inline script in it.
 */
export default async function handleRequest(request: Request, status: number, headers: Headers, context: EntryContext) {
  const page = await renderWhole(<ServerRouter context={context} url={request.url} />)
  headers.set('Content-Type', 'text/html; charset=utf-8')
  headers.set('Content-Security-Policy', contentSecurityPolicy(page.html))
  return new Response(request.method === 'HEAD' ? null : page.html, { status: page.failed ? 500 : status, headers })
}

function renderWhole(element: React.ReactElement): Promise<{ html: string; failed: boolean }> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let failed = false
    const sink = new Writable({
      write(chunk, _encoding, done) {
        chunks.push(chunk)
        done()
      },
      final(done) {
        clearTimeout(timer)
        resolve({ html: Buffer.concat(chunks).toString('utf8'), failed })
        done()
      },
    })
    const { pipe, abort } = renderToPipeableStream(element, {
      onAllReady: () => pipe(sink),
      onShellError: reject,
      // Not logged here: what a component throws reaches `handleError` below by way of the router's boundary.
      onError(error) {
        failed = true
        reportRenderError(error)
      },
    })
    const timer = setTimeout(
      () => abort(new Error(`A page took longer than ${renderLimitMs} ms to render`)),
      renderLimitMs,
    )
  })
}

type Report = (error: unknown) => void
let reportRenderError: Report = () => undefined

/** Where faults of rendering are logged; the program sets it once at start. */
export function onRenderError(report: Report): void {
  reportRenderError = report
}

/** Faults of loaders and actions. Refusals (404, a method no page takes) are answers, not faults. */
export function handleError(error: unknown, { request }: { request: Request }): void {
  const isAnswer = isRouteErrorResponse(error) && error.status < 500
  if (!isAnswer && !request.signal.aborted) reportRenderError(error)
}
