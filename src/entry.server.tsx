import { randomUUID } from 'node:crypto'
import { renderToString } from 'react-dom/server'
import { type EntryContext, isRouteErrorResponse, type RouterContextProvider, ServerRouter } from 'react-router'
import { inlineScripts } from '#app/inline-scripts.ts'
import { mayBeFound } from '#features/seo/documents/public-pages.ts'
import { settingsContext } from '#features/settings/page-settings.ts'
import { contentSecurityPolicy } from '#platform/pages/content-security-policy.ts'
import { holdScripts } from '#platform/pages/hold-scripts.ts'
import { takeMarkedScripts } from '#platform/pages/marked-scripts.ts'
import { clockContext, firstPictureContext, pageBytesContext, pageNotesContext } from '#platform/pages/page-context.ts'
import { picturePreload } from '#ui/picture.tsx'

/** What React leaves where a boundary waited or failed: our pages have all they need before they are rendered. */
const unfinished = '<!--$!-->'

/**
 * Renders a page whole before a byte leaves: it can then be cached with its headers, and its policy can name
 * the hash of each inline script that it may run. Nothing is streamed, so React may render to one string, in half the time.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  loadContext: Readonly<RouterContextProvider>,
) {
  await takeHandoff(context)
  const mark = randomUUID()
  const marked = renderToString(<ServerRouter context={context} url={request.url} nonce={mark} />)
  const { html: rendered, scripts } = takeMarkedScripts(`<!DOCTYPE html>${marked}`, mark)
  const html = holdScripts(rendered)
  if (html.includes(unfinished)) throw new Error(`A part of ${new URL(request.url).pathname} could not be rendered`)
  headers.set('Content-Type', 'text/html; charset=utf-8')
  const settings = loadContext.get(settingsContext)
  const { captcha } = settings.signIn
  const isFound = mayBeFound(new URL(request.url).pathname, settings, loadContext.get(clockContext)())
  if (!isFound) headers.set('X-Robots-Tag', 'noindex')
  const ours = inlineScripts.filter((script) => html.includes(`<script>${script}</script>`))
  headers.set('Content-Security-Policy', contentSecurityPolicy([...ours, ...scripts], captcha?.provider))
  const { shown } = loadContext.get(firstPictureContext)
  const preload = shown && picturePreload(shown.picture, shown.sizes)
  if (preload) headers.append('Link', preload)
  // Beside the answer, not in it: the platform would copy the bytes in and out again through a stream.
  if (request.method !== 'HEAD') loadContext.get(pageBytesContext).bytes = bytesOf(html)
  return new Response(null, { status, headers })
}

const encoder = new TextEncoder()
let desk = new Uint8Array(256 * 1024)

/** The text in UTF-8. It is written where there is always room for it, which saves measuring it first. */
function bytesOf(text: string): Buffer<ArrayBuffer> {
  const most = text.length * 3
  if (most > desk.length) desk = new Uint8Array(most)
  return Buffer.from(desk.subarray(0, encoder.encodeInto(text, desk).written))
}

/**
 * The loaders' data on its way to the browser comes as a stream, for which the router's component would wait piece by
 * piece. It is whole already: read here, and laid where that component looks first, without what stands in the page.
 */
async function takeHandoff(context: EntryContext): Promise<void> {
  if (!context.serverHandoffStream) return
  const value = (await textOf(context.serverHandoffStream)).replaceAll(blur, '""')
  const pieces = [
    { done: false, value },
    { done: true, value: '' },
  ]
  const streamCache = Object.fromEntries(
    pieces.map((result, index) => [index, Object.assign(Promise.resolve(), { result })]),
  )
  context.renderMeta = { ...context.renderMeta, streamCache }
}

/** A picture's blur is already where it is seen, in the style of its `<img>`: React leaves that as it finds it. */
const blur = /"data:image\/webp;base64,[\w+/=]*"/g

/** What a stream of bytes says, read piece by piece: through a Response it would take thrice as long. */
async function textOf(stream: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const bytes of stream.values({ preventCancel: true })) text += decoder.decode(bytes, { stream: true })
  return text + decoder.decode()
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
  // Our own API has noted already that it could not reach the database.
  if (isUnavailable(error)) context.get(pageNotesContext).unavailable()
  else if (!isAnswer && !request.signal.aborted) reportRenderError(error)
}

type HandleErrorArgs = { request: Request; context: Readonly<RouterContextProvider> }

/** Whether our API could not reach its database: it says so by these codes, and a loader gives them as the cause. */
function isUnavailable(error: unknown): boolean {
  const { code } = ((error as { cause?: unknown } | null)?.cause ?? {}) as { code?: unknown }
  return typeof code === 'string' && /^(PGRST00[0-3]|53...|57P0[1-5])$/.test(code)
}
