import { Writable } from 'node:stream'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, isRouteErrorResponse, type RouterContextProvider, ServerRouter } from 'react-router'
import { contentSecurityPolicy } from '#infrastructure/http/content-security-policy.ts'
import { pageNotesContext } from '#infrastructure/http/page-context.ts'

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
export function handleError(error: unknown, { request, context }: HandleErrorArgs): void {
  const isAnswer = isRouteErrorResponse(error) && error.status < 500
  if (!isAnswer && !request.signal.aborted) reportRenderError(error)
  if (isUnavailable(error)) context.get(pageNotesContext).unavailable()
}

type HandleErrorArgs = { request: Request; context: Readonly<RouterContextProvider> }

/** Whether our API could not reach its database: it says so by these codes, and a loader gives them as the cause. */
function isUnavailable(error: unknown): boolean {
  const { code } = ((error as { cause?: unknown } | null)?.cause ?? {}) as { code?: unknown }
  return typeof code === 'string' && /^PGRST00[0-3]$/.test(code)
}
