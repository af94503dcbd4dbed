import { SavedList } from '#features/catalogue/saved/saved-list.tsx'
import { PageHeading } from '#features/content/page-parts.tsx'
import { pageMeta, siteUrlOf } from '#ui/page-meta.ts'
import type { Route } from './+types/saved.page.ts'

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageMeta({
    title: 'Saved garments',
    description: 'The garments you have saved on this device.',
    path: '/saved',
    siteUrl: siteUrlOf(matches),
  }),
  { name: 'robots', content: 'noindex' },
]

/** The server renders one page for all visitors; the browser has the list. Its height keeps the footer out of view. */
export default function SavedPage() {
  return (
    <div className="page min-h-svh pt-[clamp(2rem,5vw,4.5rem)]">
      <PageHeading title="Saved garments">
        Your list is kept on this device, not in an account. To show it, this page asks the shop for those garments.
      </PageHeading>
      <div className="mt-[clamp(2.25rem,4vw,3.75rem)]">
        <noscript>
          <p>Saving garments needs JavaScript. Please switch it on in your browser to see your list.</p>
        </noscript>
        <SavedList />
      </div>
    </div>
  )
}
