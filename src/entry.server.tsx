import { randomUUID } from 'node:crypto'
import { renderToString } from 'react-dom/server'
import { type EntryContext, isRouteErrorResponse, type RouterContextProvider, ServerRouter } from 'react-router'
import { inlineScripts } from '#app/inline-scripts.ts'
import { hideOrderToken } from '#features/orders/links/order-links.ts'
import { isIndexable } from '#features/seo/documents/public-pages.ts'
import { settingsContext } from '#features/settings/page-settings.ts'
import { nextTurn } from '#platform/http/limits/places.ts'
import { contentSecurityPolicy, takeMarkedScripts } from '#platform/pages/content-security-policy.ts'
import { holdScripts } from '#platform/pages/hold-scripts.ts'
import { clockContext, firstPictureContext, pageBytesContext, pageNotesContext } from '#platform/pages/page-context.ts'
import { lateParts } from '#ui/late.tsx'
import { picturePreload } from '#ui/picture.tsx'

/** The marker React writes where a boundary suspended or failed; pages have all their data before they are rendered. */
const unfinished = '<!--$!-->'

/**
 * Renders a page completely before the response begins, so that it can be cached with its headers, and its policy can
 * list the hash of each inline script. Without streaming, React renders to one string, in half the time.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  loadContext: Readonly<RouterContextProvider>,
) {
  await takeHandoff(context)
  await lateParts()
  await nextTurn()
  const mark = randomUUID()
  const marked = renderToString(<ServerRouter context={context} url={request.url} nonce={mark} />)
  const { html: rendered, scripts } = takeMarkedScripts(`<!DOCTYPE html>${marked}`, mark)
  const html = holdScripts(rendered)
  const { pathname } = new URL(request.url)
  if (html.includes(unfinished)) throw new Error(`A part of ${hideOrderToken(pathname)} could not be rendered`)
  headers.set('Content-Type', 'text/html; charset=utf-8')
  const settings = loadContext.get(settingsContext)
  const { captcha } = settings.signIn
  const isFound = isIndexable(pathname, settings, loadContext.get(clockContext)())
  if (!isFound) headers.set('X-Robots-Tag', 'noindex')
  const ours = inlineScripts.filter((script) => html.includes(`<script>${script}</script>`))
  headers.set(
    'Content-Security-Policy',
    contentSecurityPolicy([...ours, ...scripts], { captcha: captcha?.provider, hasTrustedTypes: html !== rendered }),
  )
  const { shown } = loadContext.get(firstPictureContext)
  const preload = shown && picturePreload(shown.picture, shown.sizes)
  if (preload) headers.append('Link', preload)
  // The bytes go into the context and not into the Response, whose body stream would copy them twice.
  if (request.method !== 'HEAD') loadContext.get(pageBytesContext).bytes = bytesOf(html)
  return new Response(null, { status, headers })
}

const encoder = new TextEncoder()
let buffer = new Uint8Array(256 * 1024)

/** The text in UTF-8. It is encoded into a buffer that is always large enough, which saves measuring it first. */
function bytesOf(text: string): Buffer<ArrayBuffer> {
  const most = text.length * 3
  if (most > buffer.length) buffer = new Uint8Array(most)
  return Buffer.from(buffer.subarray(0, encoder.encodeInto(text, buffer).written))
}

/**
 * The router provides the loaders' data for the browser as a stream, which its component would await piece by piece.
 * The data is complete already: it is read here and put where that component reads first, without what the page's HTML
 * has already.
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

/** A picture's blur is already in the page, in the style of its `<img>`, which React leaves unchanged. */
const blur = /"data:image\/webp;base64,[\w+/=]*"/g

/** The text of a byte stream, read piece by piece: a Response would take three times as long. */
async function textOf(stream: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const bytes of stream.values({ preventCancel: true })) text += decoder.decode(bytes, { stream: true })
  return text + decoder.decode()
}

type Report = (error: unknown) => void
let reportRenderError: Report = () => undefined

/** Sets where rendering errors are logged; the program calls it once at its start. */
export function onRenderError(report: Report): void {
  reportRenderError = report
}

/** Reports errors of loaders and actions. Responses such as 404 or 405 are not reported. */
export function handleError(error: unknown, { request, context }: HandleErrorArgs): void {
  const isAnswer = isRouteErrorResponse(error) && error.status < 500
  // The shop's API has already logged that it could not reach the database.
  if (isUnavailable(error)) context.get(pageNotesContext).unavailable()
  else if (!isAnswer && !request.signal.aborted) reportRenderError(error)
}

type HandleErrorArgs = { request: Request; context: Readonly<RouterContextProvider> }

/**
 * Whether the shop's API could not reach its database: its error has one of these codes, and a loader passes it on as
 * the cause.
 */
function isUnavailable(error: unknown): boolean {
  const { code } = ((error as { cause?: unknown } | null)?.cause ?? {}) as { code?: unknown }
  return typeof code === 'string' && /^(PGRST00[0-3]|53...|57P0[1-5])$/.test(code)
}
