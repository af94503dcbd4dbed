import { Tooltip } from 'radix-ui'
import type { ReactNode } from 'react'
import { RehearsalLine } from '#admin/rehearsal-line.tsx'
import { JobsLine } from '#features/monitoring/jobs/jobs-line.tsx'
import { Rule } from '#ui/rule.tsx'
import { AdminMenu } from './admin-menu.tsx'

type AdminFrameProps = {
  title: ReactNode
  /** What the page shows in place of the notice that no worker runs. */
  notices?: ReactNode
  children: ReactNode
}

/** The frame of a page of the back office: title, menu and notices. */
export function AdminFrame({ title, notices = <JobsLine />, children }: AdminFrameProps) {
  return (
    <Tooltip.Provider delayDuration={700} skipDelayDuration={300}>
      <div className="page min-h-[70svh] pt-[clamp(1.5rem,3.2vw,3rem)]">
        <div className="flex flex-wrap items-end justify-between gap-x-12 gap-y-3">
          <h1 className="text-display leading-none tracking-[-0.015em]">{title}</h1>
          <AdminMenu />
        </div>
        <Rule className="mt-[clamp(1rem,2vw,1.75rem)] text-mulberry/60" />
        <RehearsalLine />
        {notices}
        {children}
      </div>
    </Tooltip.Provider>
  )
}
