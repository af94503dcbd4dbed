import { useLoaderData } from 'react-router'
import { documentsContext, listShown } from '#features/content/documents/read-documents.ts'
import { findExampleTexts } from '#features/content/example-texts.ts'
import { ExampleTextsSection } from '#features/content/example-texts-section.tsx'
import { MakerSection } from '#features/content/maker/maker-section.tsx'
import { OwnerEmailsSection } from '#features/orders/emails/owner/admin/owner-emails-section.tsx'
import { PostageSection } from '#features/postage/admin/postage-section.tsx'
import { ShopSettings, shopSection } from '#features/settings/admin/shop-sections.tsx'
import { JobsSection } from '#operations/jobs/jobs-section.tsx'
import { MorningSection } from '#operations/today/morning-section.tsx'
import { clockContext } from '#platform/pages/page-context.ts'
import type { Route } from './+types/settings.page.ts'

/**
 * The sections of the settings in order, each with its heading under which the list at the top names it. Each reads and
 * saves its own data.
 */
const groups = [
  {
    title: 'Making',
    parts: [
      { id: 'making', name: 'Production time', Part: shopSection('making') },
      { id: 'capacity', name: 'Pieces a week', Part: shopSection('capacity') },
      { id: 'days-off', name: 'Days off', Part: shopSection('days-off') },
      { id: 'closing', name: 'Closed until', Part: shopSection('closing') },
    ],
  },
  {
    title: 'Posting',
    parts: [
      { id: 'delivery', name: 'Delivery', Part: shopSection('delivery') },
      { id: 'countries', name: 'Countries', Part: shopSection('countries') },
      { id: 'carriers', name: 'Carriers', Part: shopSection('carriers') },
      { id: 'postage', name: 'Postage', Part: PostageSection },
    ],
  },
  {
    title: 'The shop',
    parts: [
      { id: 'banner', name: 'Banner', Part: shopSection('banner') },
      { id: 'samples', name: 'Fabric samples', Part: shopSection('samples') },
      { id: 'maker', name: 'The maker’s page', Part: MakerSection },
      { id: 'guarantee', name: 'EU legal guarantee', Part: shopSection('guarantee') },
      { id: 'opening', name: 'Opening', Part: shopSection('opening') },
      { id: 'example-texts', name: 'Example texts', Part: ExampleTexts },
    ],
  },
  {
    title: 'E-mails and data',
    parts: [
      { id: 'owner-emails', name: 'E-mails to you', Part: OwnerEmailsSection },
      { id: 'morning', name: 'Morning e-mail', Part: MorningSection },
      { id: 'retention', name: 'How long data is kept', Part: shopSection('retention') },
      { id: 'emails-and-jobs', name: 'E-mails and background tasks', Part: JobsSection },
    ],
  },
] as const

/** Found on the server: their texts would be in the script of every page. */
export function loader({ context }: Route.LoaderArgs) {
  const documents = listShown(context.get(documentsContext), context.get(clockContext)())
  return { examples: findExampleTexts(documents) }
}

function ExampleTexts() {
  return <ExampleTextsSection {...useLoaderData<typeof loader>()} />
}

export default function SettingsPage() {
  const { examples } = useLoaderData<typeof loader>()
  // A shop with words of its own has no such section.
  const isShown = (id: string) => id !== 'example-texts' || examples.length > 0
  return (
    <>
      <nav aria-label="Settings" className="grid grid-cols-2 gap-x-6 gap-y-5 py-6 lg:grid-cols-4">
        {groups.map(({ title, parts }) => (
          <div key={title}>
            <p className="label">{title}</p>
            <ul className="mt-1">
              {parts.map(
                ({ id, name }) =>
                  isShown(id) && (
                    <li key={id}>
                      <a href={`#${id}`} className="inline-flex min-h-11 items-center py-1 leading-tight lg:min-h-8">
                        <span className="link">{name}</span>
                      </a>
                    </li>
                  ),
              )}
            </ul>
          </div>
        ))}
      </nav>
      <ShopSettings>{groups.flatMap(({ parts }) => parts.map(({ id, Part }) => <Part key={id} />))}</ShopSettings>
    </>
  )
}
