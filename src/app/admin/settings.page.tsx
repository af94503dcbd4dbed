import { useEffect } from 'react'
import { useLoaderData, useLocation, useSearchParams } from 'react-router'
import { documentsContext, listShown } from '#features/content/documents/read-documents.ts'
import { findExampleTexts } from '#features/content/example-texts.ts'
import { ExampleTextsSection } from '#features/content/example-texts-section.tsx'
import { OwnerEmailsSection } from '#features/orders/emails/owner/admin/owner-emails-section.tsx'
import { PostageSection } from '#features/postage/admin/postage-section.tsx'
import { factsSection } from '#features/settings/admin/facts-section.tsx'
import { ShopSettings, shopSection } from '#features/settings/admin/shop-sections.tsx'
import { JobsSection } from '#operations/jobs/jobs-section.tsx'
import { MailServerSection, PaymentKeysSection } from '#operations/keys/keys-section.tsx'
import { MorningSection } from '#operations/today/morning-section.tsx'
import { clockContext } from '#platform/pages/page-context.ts'
import { AccountSection } from '#ui/account-section.tsx'
import { Link } from '#ui/link.tsx'
import type { Route } from './+types/settings.page.ts'

/**
 * The settings: each group has an address, ?section=policies, and each part of it an anchor, under which links from
 * elsewhere know it. Each part reads and saves its own data.
 */
const groups = [
  {
    id: 'who-you-are',
    title: 'Who you are',
    parts: [
      { id: 'identity', name: 'Name and description', Part: factsSection('identity') },
      { id: 'trader', name: 'Who sells', Part: factsSection('trader') },
      { id: 'contact', name: 'E-mail and social media', Part: factsSection('contact') },
      { id: 'order-numbers', name: 'Order numbers', Part: factsSection('order_numbers') },
      { id: 'look', name: 'Look', Part: LookPart },
      { id: 'topics', name: 'Contact topics', Part: shopSection('topics') },
      { id: 'verse', name: 'Verse of thanks', Part: factsSection('verse') },
      { id: 'example-texts', name: 'Example texts', Part: ExampleTexts },
    ],
  },
  {
    id: 'selling',
    title: 'Selling',
    parts: [
      { id: 'opening', name: 'Opening', Part: shopSection('opening') },
      { id: 'closing', name: 'Closed until', Part: shopSection('closing') },
      { id: 'banner', name: 'Banner', Part: shopSection('banner') },
      { id: 'samples', name: 'Fabric samples', Part: shopSection('samples') },
    ],
  },
  {
    id: 'garments',
    title: 'Garments',
    parts: [
      { id: 'sizes', name: 'Sizes', Part: shopSection('sizes') },
      { id: 'kinds', name: 'Kinds and lengths', Part: KindsPart },
      { id: 'colours', name: 'Families of colours', Part: shopSection('colours') },
    ],
  },
  {
    id: 'making',
    title: 'Making',
    parts: [
      { id: 'making', name: 'Production time', Part: shopSection('making') },
      { id: 'capacity', name: 'Pieces a week', Part: shopSection('capacity') },
      { id: 'days-off', name: 'Days off', Part: shopSection('days-off') },
    ],
  },
  {
    id: 'delivery',
    title: 'Delivery',
    parts: [
      { id: 'delivery-prices', name: 'Zones and prices', Part: shopSection('delivery-prices') },
      { id: 'delivery', name: 'Delivery', Part: shopSection('delivery') },
      { id: 'countries', name: 'Countries', Part: shopSection('countries') },
      { id: 'responsible-person', name: 'EU responsible person', Part: factsSection('responsible_person') },
      { id: 'guarantee', name: 'EU legal guarantee', Part: shopSection('guarantee') },
    ],
  },
  {
    id: 'posting',
    title: 'Posting',
    parts: [
      { id: 'carriers', name: 'Carriers', Part: shopSection('carriers') },
      { id: 'postage', name: 'Postage', Part: PostageSection },
    ],
  },
  {
    id: 'policies',
    title: 'Policies',
    parts: [
      { id: 'policies', name: 'Figures of the policies', Part: factsSection('policies') },
      { id: 'list-consent', name: 'Consent to e-mails', Part: factsSection('list_consent') },
      { id: 'retention', name: 'How long data is kept', Part: shopSection('retention') },
    ],
  },
  {
    id: 'keys',
    title: 'Payments and mail server',
    parts: [
      { id: 'payment-keys', name: 'Payments by Stripe', Part: PaymentKeysSection },
      { id: 'mail-server', name: 'Mail server', Part: MailServerSection },
    ],
  },
  {
    id: 'emails',
    title: 'E-mails and tasks',
    parts: [
      { id: 'owner-emails', name: 'E-mails to you', Part: OwnerEmailsSection },
      { id: 'morning', name: 'Morning e-mail', Part: MorningSection },
      { id: 'emails-and-jobs', name: 'E-mails and background tasks', Part: JobsSection },
    ],
  },
] as const

/** For a search in the browser, and for two settings that are compared. */
const everything = { id: 'all', title: 'All on one page', parts: groups.flatMap(({ parts }) => [...parts]) }

/** Found on the server: their texts would be in the script of every page. */
export function loader({ context }: Route.LoaderArgs) {
  const documents = listShown(context.get(documentsContext), context.get(clockContext)())
  return { examples: findExampleTexts(documents) }
}

function ExampleTexts() {
  return <ExampleTextsSection {...useLoaderData<typeof loader>()} />
}

/** The look has a page of its own, since its preview needs the room. */
function LookPart() {
  return (
    <AccountSection id="look" title="Look" note="Colours, typefaces and corners, with a preview on pages of the shop.">
      <p>
        <Link to="/admin/look" className="inline-flex min-h-11 items-center text-mulberry">
          <span className="link">Change the look</span>
        </Link>
      </p>
    </AccountSection>
  )
}

/** Kinds are beside the order of the garments in them. */
function KindsPart() {
  return (
    <AccountSection
      id="kinds"
      title="Kinds and lengths"
      note="Dresses, skirts and any others that you make, and which of them are hemmed for the customer’s height."
    >
      <p>
        <Link to="/admin/shelf" className="inline-flex min-h-11 items-center text-mulberry">
          <span className="link">Change the kinds</span>
        </Link>
      </p>
    </AccountSection>
  )
}

export default function SettingsPage() {
  const { examples } = useLoaderData<typeof loader>()
  const [search] = useSearchParams()
  const { hash } = useLocation()
  const asked = search.get('section')
  const group =
    asked === everything.id
      ? everything
      : groups.find(({ id, parts }) => (asked ? id === asked : parts.some((part) => `#${part.id}` === hash)))
  // A shop with words of its own has no such part.
  const isShown = ({ id }: { id: string }) => id !== 'example-texts' || examples.length > 0
  if (!group) return <SettingsIndex isShown={isShown} />
  return (
    <>
      <nav aria-label="Settings" className="flex flex-wrap items-center gap-x-6 pt-4">
        <Link to="/admin/settings" className="inline-flex min-h-11 items-center text-mulberry">
          <span className="link">All settings</span>
        </Link>
        <p className="font-serif text-lead leading-tight">{group.title}</p>
      </nav>
      <ShopSettings>
        {group.parts.map(({ id, Part }) => (
          <Part key={id} />
        ))}
        <ShowPart id={hash.slice(1)} />
      </ShopSettings>
    </>
  )
}

/** Every part by name, with the address of its group. */
function SettingsIndex({ isShown }: { isShown: (part: { id: string }) => boolean }) {
  return (
    <nav aria-label="Settings" className="grid gap-x-10 gap-y-7 py-8 sm:grid-cols-2 lg:grid-cols-4">
      {groups.map(({ id: section, title, parts }) => (
        <div key={section}>
          <h2 className="font-serif text-lead leading-tight">{title}</h2>
          <ul className="mt-1">
            {parts.filter(isShown).map(({ id, name }) => (
              <li key={id}>
                <Link
                  to={`/admin/settings?section=${section}#${id}`}
                  className="inline-flex min-h-11 items-center py-1 leading-tight lg:min-h-8"
                >
                  <span className="link">{name}</span>
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
      <p className="self-end">
        <Link to="/admin/settings?section=all" className="inline-flex min-h-11 items-center text-mulberry">
          <span className="link">{everything.title}</span>
        </Link>
      </p>
    </nav>
  )
}

/** Scrolls to the part of the address once it is there: a browser looks for it before the settings are loaded. */
function ShowPart({ id }: { id: string }) {
  useEffect(() => {
    if (id) document.getElementById(id)?.scrollIntoView()
  }, [id])
  return null
}
