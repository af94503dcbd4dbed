import { useLoaderData } from 'react-router'
import { findExampleTexts } from '#features/content/example-texts.ts'
import { ExampleTextsSection } from '#features/content/example-texts-section.tsx'
import { MakerSection } from '#features/content/maker/maker-section.tsx'
import { OwnerEmailsSection } from '#features/orders/emails/owner/admin/owner-emails-section.tsx'
import { PostageSection } from '#features/postage/admin/postage-section.tsx'
import { ShopSections } from '#features/settings/admin/shop-sections.tsx'
import { JobsSection } from '#operations/jobs/jobs-section.tsx'
import { MorningSection } from '#operations/today/morning-section.tsx'

/** The sections of the settings in order. Each has a heading, and reads and saves its own data. */
const parts = [
  { id: 'shop', Part: ShopSections },
  { id: 'postage', Part: PostageSection },
  { id: 'example-texts', Part: ExampleTexts },
  { id: 'maker', Part: MakerSection },
  { id: 'owner-emails', Part: OwnerEmailsSection },
  { id: 'morning', Part: MorningSection },
  { id: 'emails-and-jobs', Part: JobsSection },
] as const

/** Found on the server: their texts would be in the script of every page. */
export function loader() {
  return { examples: findExampleTexts() }
}

function ExampleTexts() {
  return <ExampleTextsSection {...useLoaderData<typeof loader>()} />
}

export default function SettingsPage() {
  return parts.map(({ id, Part }) => <Part key={id} />)
}
