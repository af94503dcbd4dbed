import { renderToString } from 'react-dom/server'
import { type EntryContext, isRouteErrorResponse, type RouterContextProvider, ServerRouter } from 'react-router'
import { inlineScripts } from '#app/inline-scripts.ts'
import { hideOrderToken } from '#features/orders/links/order-links.ts'
import { isIndexable } from '#features/seo/documents/public-pages.ts'
import { settingsContext } from '#features/settings/page-settings.ts'
import { nextTurn } from '#platform/http/limits/places.ts'
import { contentSecurityPolicy } from '#platform/pages/content-security-policy.ts'
import { pageEnd } from '#platform/pages/hold-scripts.ts'
import { clockContext, firstPictureContext, pageBytesContext, pageNotesContext } from '#platform/pages/page-context.ts'
import { script as scriptStarter } from '#platform/pages/start-scripts.ts?script'
import { type PageParts, PagePartsContext } from '#ui/early-script.tsx'
import { lateParts } from '#ui/late.tsx'
import { LookHead, LookStyle } from '#ui/look/look-head.tsx'
import { picturePreload } from '#ui/picture.tsx'
import { secretPageHeaders } from '#ui/secret-page.ts'

const look = { head: <LookHead />, style: <LookStyle /> }

/** The marker React writes where a boundary suspended or failed; pages have all their data before they are rendered. */
const unfinished = '<!--$!-->'

/**
 * Renders a page completely before the response begins, so that it can be cached with its headers, and its policy can
 * list the hash of each inline script. Without streaming, React renders to one string, in half the time. What follows
 * the page's elements (`PageEnd`) is made before, so nothing is searched or replaced in the finished page.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  loadContext: Readonly<RouterContextProvider>,
) {
  const data = await takeData(context)
  await lateParts()
  await nextTurn()
  const isHeld = !context.manifest.hmr
  const program = programOf(context)
  const parts: PageParts = { end: pageEnd({ program, data, isHeld }), isEnded: false, early: new Set(), look }
  const rendered = renderToString(
    <PagePartsContext value={parts}>
      <ServerRouter context={context} url={request.url} />
    </PagePartsContext>,
  )
  const html = `<!DOCTYPE html>${rendered}`
  const { pathname, searchParams } = new URL(request.url)
  if (html.includes(unfinished)) throw new Error(`A part of ${hideOrderToken(pathname)} could not be rendered`)
  headers.set('Content-Type', 'text/html; charset=utf-8')
  const settings = loadContext.get(settingsContext)
  const { captcha } = settings.signIn
  const isFound = isIndexable(pathname, settings, loadContext.get(clockContext)())
  if (!isFound) headers.set('X-Robots-Tag', 'noindex')
  // The address shows a draft: it stays between this server and the administrator.
  if (searchParams.has('preview'))
    for (const [name, value] of Object.entries(secretPageHeaders)) headers.set(name, value)
  // Only those that are constants of the build: a text that depends on the page's content is not in the list.
  const ours = inlineScripts.filter((script) => parts.early.has(script))
  const scripts = parts.isEnded ? [...ours, program, ...(isHeld ? [scriptStarter] : [])] : ours
  const hasTrustedTypes = isHeld && parts.isEnded
  headers.set(
    'Content-Security-Policy',
    contentSecurityPolicy(scripts, { captcha: captcha?.provider, hasTrustedTypes }),
  )
  const { shown } = loadContext.get(firstPictureContext)
  const preload = shown && picturePreload(shown.picture, shown.sizes, shown.frame)
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
 * The loaders' data as the router's browser part reads it. The router gives it as a stream, from which its component
 * would make a script for each piece, with every quotation mark escaped. The data is complete already: it is read here
 * and is in the page once, as JSON.
 */
async function takeData(context: EntryContext): Promise<string> {
  const { serverHandoffStream: stream } = context
  delete context.serverHandoffStream
  return stream ? textOf(stream) : ''
}

const programs = new Map<string, string>()

/** The module script of a page, which depends on its routes only: it begins the router with the page's data. */
function programOf(context: EntryContext): string {
  const { manifest, staticHandlerContext, serverHandoffString } = context
  const ids = staticHandlerContext.matches.map(({ route }) => route.id)
  const name = [manifest.url, ...ids].join(' ')
  const known = programs.get(name)
  if (known) return known
  const modules = ids.map((id) => manifest.routes[id]).filter((route) => route !== undefined)
  // All at once: those that only others import would be found when these have arrived.
  const files = new Set([...manifest.entry.imports, ...modules.flatMap(({ imports = [] }) => imports)])
  const quoted = (text: string) => JSON.stringify(text)
  const program = [
    ...[manifest.hmr?.runtime ?? [], manifest.url, ...files].flat().map((file) => `import${quoted(file)};`),
    ...modules.map(({ module }, index) => `import*as r${index} from${quoted(module)};`),
    `window.__reactRouterContext=${serverHandoffString};`,
    '__reactRouterContext.stream=new Response([...document.querySelectorAll("#page-data")].at(-1).textContent).body;',
    `window.__reactRouterRouteModules={${modules.map(({ id }, index) => `${quoted(id)}:r${index}`).join()}};`,
    `import(${quoted(manifest.entry.module)})`,
  ].join('')
  // In development a saved file gets another address.
  if (!manifest.hmr) programs.set(name, program)
  return program
}

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
 * Whether the shop's API could not reach its database: its error has one of these codes, or that of a function the
 * response 503, and a loader passes it on as the cause.
 */
function isUnavailable(error: unknown): boolean {
  const { code, context } = ((error as { cause?: unknown } | null)?.cause ?? {}) as {
    code?: unknown
    context?: { status?: unknown }
  }
  return context?.status === 503 || (typeof code === 'string' && /^(PGRST00[0-3]|53...|57P0[1-5])$/.test(code))
}
