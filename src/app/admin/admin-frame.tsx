import { Tooltip } from 'radix-ui'
import type { ReactNode } from 'react'
import { RehearsalLine } from '#admin/rehearsal-line.tsx'
import { JobsLine } from '#operations/jobs/jobs-line.tsx'
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
        <div className="grid grid-cols-[auto_1fr] items-center gap-x-4 border-line border-b">
          <h1 className="py-1.5 text-lead leading-tight">{title}</h1>
          <AdminMenu />
          {notices}
          <RehearsalLine className="py-0.5 hidden lg:col-start-2 lg:block lg:row-start-2 lg:justify-self-end" />
        </div>
        {children}
        <RehearsalLine className="mt-10 lg:hidden" />
      </div>
    </Tooltip.Provider>
  )
}
