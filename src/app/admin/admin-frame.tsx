import { Tooltip } from 'radix-ui'
import type { ReactNode } from 'react'
import { RehearsalLine } from '#admin/rehearsal-line.tsx'
import { JobsLine } from '#features/monitoring/jobs/jobs-line.tsx'
import { AdminMenu } from './admin-menu.tsx'

type AdminFrameProps = {
  title: ReactNode
  /** What the page shows in place of the notice that no worker runs. */
  notices?: ReactNode
  children: ReactNode
}

/**
 * The frame of a page of the back office: title, menu and notices. Below the shop's own bar its head takes 78 px at a
 * desk and 90 px on a phone, so that the page's content is in view on arrival, also with notices.
 */
export function AdminFrame({ title, notices = <JobsLine />, children }: AdminFrameProps) {
  return (
    <Tooltip.Provider delayDuration={700} skipDelayDuration={300}>
      <div className="page min-h-[70svh]">
        <div className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 border-line border-b lg:pb-1">
          <h1 className="text-[1.25rem] leading-tight max-lg:py-2 lg:text-[1.875rem]">{title}</h1>
          <AdminMenu />
          {notices}
          <RehearsalLine className="py-0.5 max-lg:hidden lg:col-start-2 lg:row-start-2 lg:justify-self-end" />
        </div>
        {children}
        <RehearsalLine className="mt-10 lg:hidden" />
      </div>
    </Tooltip.Provider>
  )
}
