import { CouldNotLoad } from '#ui/could-not-load.tsx'
import { Lines } from '#ui/lines.tsx'
import { BannerSection } from './banner-section.tsx'
import { DaysOffSection } from './days-off-section.tsx'
import { LaunchSection } from './launch-section.tsx'
import { MakingSection } from './making-section.tsx'
import { useSettings } from './use-settings.ts'
import { ZonesSection } from './zones-section.tsx'

const sections = [
  { id: 'making', Section: MakingSection },
  { id: 'days-off', Section: DaysOffSection },
  { id: 'banner', Section: BannerSection },
  { id: 'delivery', Section: ZonesSection },
  { id: 'opening', Section: LaunchSection },
] as const

/** What the owner may change about her shop, each matter with a button of its own; what changes often comes first. */
export function ShopSections() {
  const { settings, problem, look, save } = useSettings()
  if (settings) return sections.map(({ id, Section }) => <Section key={id} settings={settings} save={save} />)
  return (
    <div className="py-[clamp(2.5rem,4.6vw,4.25rem)]">
      {problem ? (
        <CouldNotLoad problem={`Your settings could not be read. ${problem}`} onRetry={look} />
      ) : (
        <Lines label="Reading your settings" count={4} />
      )}
    </div>
  )
}
