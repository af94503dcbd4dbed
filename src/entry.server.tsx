import { renderToString } from 'react-dom/server'
import { type EntryContext, isRouteErrorResponse, type RouterContextProvider, ServerRouter } from 'react-router'
import { contentSecurityPolicy } from '#infrastructure/http/content-security-policy.ts'
import { pageNotesContext } from '#infrastructure/http/page-context.ts'

/** What React leaves where a boundary waited or failed: our pages have all they need before they are rendered. */
const unfinished = '<!--$!-->'

/**
 * Renders a page whole before a byte leaves: it can then be cached with its headers, and its policy can name
 * the hash of every inline script in it. Nothing is streamed, so React may render to one string, in half the time.
 */
export default async function handleRequest(request: Request, status: number, headers: Headers, context: EntryContext) {
  await takeHandoff(context)
  const html = `<!DOCTYPE html>${renderToString(<ServerRouter context={context} url={request.url} />)}`
  if (html.includes(unfinished)) throw new Error(`A part of ${new URL(request.url).pathname} could not be rendered`)
  headers.set('Content-Type', 'text/html; charset=utf-8')
  headers.set('Content-Security-Policy', contentSecurityPolicy(html))
  // As bytes: of a string the platform makes two more copies to be sure that it is well formed.
  return new Response(request.method === 'HEAD' ? null : Buffer.from(html), { status, headers })
}

/**
 * The loaders' data on its way to the browser comes as a stream, for which the router's component would wait piece by
 * piece. It is whole already: read here, and laid where that component looks first.
 */
async function takeHandoff(context: EntryContext): Promise<void> {
  if (!context.serverHandoffStream) return
  const value = await new Response(context.serverHandoffStream).text()
  const pieces = [
    { done: false, value },
    { done: true, value: '' },
  ]
  const streamCache = Object.fromEntries(
    pieces.map((result, index) => [index, Object.assign(Promise.resolve(), { result })]),
  )
  context.renderMeta = { ...context.renderMeta, streamCache }
  context.serverHandoffStream = new ReadableStream()
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
