import { shop } from '#shop'
import { AdminFrame } from './frame/admin-frame.tsx'
import { JobsSection } from './jobs/jobs-section.tsx'
import { OwnerLettersSection } from './owner-letters/owner-letters-section.tsx'
import { ShopSections } from './settings/shop-sections.tsx'
import { VitalsSection } from './vitals/vitals-section.tsx'

/** The parts of the settings in their order. Each has a heading, and reads and saves what is its own. */
const parts = [
  { id: 'shop', Part: ShopSections },
  { id: 'owner-letters', Part: OwnerLettersSection },
  { id: 'letters-and-jobs', Part: JobsSection },
  { id: 'vitals', Part: VitalsSection },
] as const

export function meta() {
  return [{ title: `Settings – ${shop.name}` }, { name: 'robots', content: 'noindex' }]
}

export default function SettingsPage() {
  return (
    <AdminFrame title="Settings">
      {parts.map(({ id, Part }) => (
        <Part key={id} />
      ))}
    </AdminFrame>
  )
}
