import { useQuery } from '@tanstack/react-query'
import { readFunction } from '#platform/client/functions.ts'
import { AccountSection } from '#ui/account-section.tsx'
import { CouldNotLoad } from '#ui/could-not-load.tsx'
import { counted } from '#ui/counts.ts'
import { LoadingSkeleton } from '#ui/loading-skeleton.tsx'
import { type Device, devices, figureNames, pageKinds } from '../figures.ts'
import type { VitalsFigure, VitalsResponse } from '../vitals-response.ts'
import { VitalsFigureCell } from './vitals-figure.tsx'
import { deviceLabels, pageLabels } from './vitals-labels.ts'

/** The section of the settings on page speed, as visitors' browsers measure it. */
export function VitalsSection() {
  const {
    data: vitals,
    error,
    refetch,
  } = useQuery({ queryKey: ['vitals'], queryFn: () => readFunction<VitalsResponse>('vitals') })
  return (
    <AccountSection
      id="vitals"
      title="Page speed"
      note="Measured by visitors’ own browsers over the last four weeks. Three visits in four were at least this quick. We keep only daily counts: no cookies, no addresses, nothing about a single visit."
    >
      {vitals ? (
        <Measured figures={vitals.figures} />
      ) : error ? (
        <CouldNotLoad problem={`The figures couldn’t be loaded. ${error.message}`} onRetry={refetch} />
      ) : (
        <LoadingSkeleton label="Loading page speed" count={4} />
      )}
    </AccountSection>
  )
}

function Measured({ figures }: { figures: VitalsFigure[] }) {
  if (figures.length > 0) {
    return devices.map((device) => <OnDevice key={device} device={device} figures={figures} />)
  }
  return (
    <>
      <p className="font-serif text-lead leading-tight">Nothing has been measured yet.</p>
      <p className="mt-3 max-w-[34em] text-ink-soft">
        Figures appear after the first visits. Browsers that ask not to be tracked, or to save data, aren’t measured.
      </p>
    </>
  )
}

function OnDevice({ device, figures }: { device: Device; figures: VitalsFigure[] }) {
  const here = figures.filter((each) => each.device === device)
  if (here.length === 0) return null
  return (
    <div className="not-first:mt-[clamp(2rem,3.5vw,3rem)]">
      <h3 className="text-name leading-tight">{deviceLabels[device]}</h3>
      <div className="mt-3 divide-y divide-line border-line border-y">
        {pageKinds.map((page) => {
          const ofPage = here.filter((each) => each.page === page)
          const visits = Math.max(0, ...ofPage.map((each) => each.visits))
          if (visits === 0) return null
          return (
            <div key={page} className="py-5">
              <h4 className="flex flex-wrap items-baseline justify-between gap-x-4">
                <span className="font-sans">{pageLabels[page]}</span>
                <span className="price font-sans text-ink-soft text-small">{counted(visits, 'visit', 'visits')}</span>
              </h4>
              <dl className="mt-3 grid grid-cols-2 gap-x-6 gap-y-5 sm:grid-cols-4">
                {figureNames.map((name) => {
                  const measured = ofPage.find((each) => each.figure === name)
                  return measured && <VitalsFigureCell key={name} measured={measured} />
                })}
              </dl>
            </div>
          )
        })}
      </div>
    </div>
  )
}
