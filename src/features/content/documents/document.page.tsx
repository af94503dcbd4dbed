import { type RouterContextProvider, redirect } from 'react-router'
import { formatDayAndYear } from '#base/calendar-day.ts'
import { shopDate } from '#base/shop-clock.ts'
import { formatNumericDate } from '#base/shop-time.ts'
import { findNewAddress } from '#features/catalogue/move-in/old-addresses.ts'
import { noteValidity } from '#features/catalogue/preorders/live-preorders.ts'
import { settingsContext } from '#features/settings/page-settings.ts'
import { policiesAt } from '#features/settings/policies-at.ts'
import { getFrom } from '#platform/client/endpoints.ts'
import { backendContext, clockContext, pageNotesContext } from '#platform/pages/page-context.ts'
import { routedPath } from '#platform/pages/page-key.ts'
import { Link } from '#ui/link.tsx'
import { pageMeta, siteUrlOf } from '#ui/page-meta.ts'
import { withNewData } from '#ui/with-new-data.ts'
import { MailLink } from '../mail-link.tsx'
import type { Route } from './+types/document.page.ts'
import type { Document } from './document.ts'
import { isPolicy } from './document-kinds.ts'
import { StoryDocument, TextDocument } from './document-view.tsx'
import { faqJsonLd } from './faq-json-ld.ts'
import { documentsContext, documentsFor, shownVersion } from './read-documents.ts'
import { missingPage } from './read-slots.ts'
import { fillDocument, plainText, readFilling, readGarments } from './show-document.ts'

/** Every path without a route of its own: a page that is a document, the new address of one, or 404. */
export async function loader({ url, request, context }: Route.LoaderArgs) {
  const now = context.get(clockContext)()
  // That of the request ends with `.data` in a navigation.
  const path = routedPath(url.pathname)
  const earlier = /^\/versions(\/[a-z-]+)\/(\d{1,6})$/.exec(path)
  if (earlier) {
    const [, of = '', number = ''] = earlier
    return showEarlier({ request, context }, { path: of, number, at: url.searchParams.get('at') })
  }
  const documents = await documentsFor({ context, request })
  const version = shownVersion(documents, path, now)
  if (!version || !path.startsWith('/')) {
    const moved = documents.redirects.get(path)
    if (moved) throw redirect(moved, 301)
    const elsewhere = await findNewAddress(path, {
      backend: context.get(backendContext),
      kinds: context.get(settingsContext).kinds,
      hasPage: (own) => documents.pages.get(own)?.own === true && shownVersion(documents, own, now) !== null,
    })
    if (elsewhere) throw redirect(elsewhere, 301)
    throw await missingPage({ request, context })
  }
  const { at } = version
  return show(context, { path, content: version.content, dates: isPolicy(path) && at ? { at } : null })
}

type Earlier = { path: string; number: string; at: string | null }

/** A version of a policy that orders are under, at an address of its own. `at`: the moment whose deadlines it shows. */
async function showEarlier(args: { request: Request; context: Context }, { path, number, at: ordered }: Earlier) {
  const { context } = args
  if (!isPolicy(path)) throw await missingPage(args)
  const read = await getFrom(context.get(backendContext), 'policy-version', { path, number })
  if (!read.data) throw read.error.context?.status === 404 ? await missingPage(args) : read.error
  const { content, at, until } = read.data
  const given = new Date(ordered ?? Number.NaN)
  const figures = Number.isNaN(given.getTime()) ? (until ?? context.get(clockContext)()) : given
  return show(context, {
    ...{ path, content },
    dates: { at: new Date(at), until: until ? new Date(until) : null, figures: new Date(figures) },
  })
}

type Context = Readonly<RouterContextProvider>
/** `until`: of an earlier version; null for the present one at the address of its number. `figures`: the day of its deadlines. */
type Shown = { path: string; content: Document; dates: { at: Date; until?: Date | null; figures?: Date } | null }

async function show(context: Context, { path, content, dates }: Shown) {
  const now = context.get(clockContext)()
  const settings = context.get(settingsContext)
  const sources = {
    ...{ settings, documents: context.get(documentsContext), backend: context.get(backendContext), now },
    ...(dates?.figures && { policies: policiesAt(dates.figures) }),
  }
  const [{ filling, zones }, shelf] = await Promise.all([readFilling(content, sources), readGarments(content, sources)])
  if (shelf) noteValidity(context.get(pageNotesContext), now, shelf.products)
  const document = fillDocument(content, filling)
  const dayOf = (moment: Date) => formatDayAndYear(new Date(shopDate(moment)))
  const shown = {
    path,
    document,
    live: { ...(zones && { zones }), ...(shelf && { garments: shelf.garments }) },
    dates: dates && {
      updated: formatNumericDate(now),
      version: dayOf(dates.at),
      until: dates.until ? dayOf(dates.until) : null,
      figures: dates.figures ? dayOf(dates.figures) : null,
    },
    isEarlier: dates?.until !== undefined,
    description: plainText(document.description),
    jsonLd: faqJsonLd(document, zones),
  }
  // Only the head of the page's HTML has it.
  return context.get(pageNotesContext).inHtml(shown, 'jsonLd')
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData) return []
  const { document, path, description, jsonLd, isEarlier } = loaderData
  const head = pageMeta({
    title: document.name,
    description,
    path,
    siteUrl: siteUrlOf(matches),
    jsonLd: jsonLd ? [jsonLd] : [],
  })
  return isEarlier ? [...head, { name: 'robots', content: 'noindex' }] : head
}

export default withNewData(DocumentPage)

function DocumentPage({ loaderData: { path, document, live, dates, isEarlier } }: Route.ComponentProps) {
  if (document.layout === 'story') return <StoryDocument document={document} live={live} />
  const shownDates = dates && (isEarlier ? <EarlierDates {...dates} path={path} /> : <Dates {...dates} />)
  return <TextDocument document={document} live={live} dates={shownDates} />
}

type DatesProps = { updated: string; version: string; until: string | null; figures: string | null }

/** `updated`: today, as the specification has it; `version`: the day on which these words were published. */
function Dates({ updated, version }: DatesProps) {
  return (
    <>
      <p className="mt-6">This version: {version}. Its words haven’t changed since.</p>
      <p className="mt-1 text-ink-soft text-small">
        <span className="[&_a]:underline [&_a]:underline-offset-[0.22em] [&_a:hover]:text-mulberry">
          Last updated: {updated}, with the figures that apply today · Questions: <MailLink />
        </span>
      </p>
    </>
  )
}

function EarlierDates({ version, until, figures, path }: DatesProps & { path: string }) {
  return (
    <>
      <p className="mt-6">
        {until ? `These words applied from ${version} to ${until}.` : `These words have applied since ${version}.`}
      </p>
      <p className="mt-1 text-ink-soft text-small">
        Deadlines are those of {figures}; other figures are today’s.
        {until && ' '}
        {until && (
          <Link to={path} className="link text-ink">
            See the present version
          </Link>
        )}
      </p>
    </>
  )
}
