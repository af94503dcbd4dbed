import { useEffect } from 'react'
import { CouldNotLoad } from '#ui/could-not-load.tsx'
import { LoadingSkeleton } from '#ui/loading-skeleton.tsx'
import { prepareToasts } from '#ui/toast.ts'
import { BannerSection } from './banner-section.tsx'
import { ClosingSection } from './closing-section.tsx'
import { CountriesSection } from './countries-section.tsx'
import { DaysOffSection } from './days-off-section.tsx'
import { GuaranteeSection } from './guarantee-section.tsx'
import { LaunchSection } from './launch-section.tsx'
import { ProductionSection } from './production-section.tsx'
import { RetentionSection } from './retention-section.tsx'
import { SamplesSection } from './samples-section.tsx'
import { useSaveSetting, useSettings } from './settings-queries.ts'
import { ZonesSection } from './zones-section.tsx'

const sections = [
  { id: 'making', Section: ProductionSection },
  { id: 'days-off', Section: DaysOffSection },
  { id: 'banner', Section: BannerSection },
  { id: 'delivery', Section: ZonesSection },
  { id: 'countries', Section: CountriesSection },
  { id: 'guarantee', Section: GuaranteeSection },
  { id: 'samples', Section: SamplesSection },
  { id: 'closing', Section: ClosingSection },
  { id: 'opening', Section: LaunchSection },
  { id: 'retention', Section: RetentionSection },
] as const

/** The settings of the shop, each with its own save button; the ones that change often come first. */
export function ShopSections() {
  const { data: settings, error, refetch } = useSettings()
  const save = useSaveSetting()
  useEffect(prepareToasts, [])
  if (settings) return sections.map(({ id, Section }) => <Section key={id} settings={settings} save={save} />)
  return (
    <div className="py-[clamp(2.5rem,4.6vw,4.25rem)]">
      {error ? (
        <CouldNotLoad problem={`Your settings couldn’t be loaded. ${error.message}`} onRetry={refetch} />
      ) : (
        <LoadingSkeleton label="Loading your settings" count={4} />
      )}
    </div>
  )
}
