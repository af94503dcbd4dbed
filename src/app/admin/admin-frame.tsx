import { Tooltip } from 'radix-ui'
import { type ReactNode, useEffect, useRef } from 'react'
import { AlertMark } from '#admin/alert-count.tsx'
import { RehearsalLine } from '#admin/rehearsal-line.tsx'
import { useStaff } from '#admin/staff.ts'
import { messageAlerts } from '#features/content/contact/admin/message-queries.ts'
import { returnAlerts } from '#features/orders/returns/admin/return-queries.ts'
import { moneyAlerts } from '#features/payments/admin/money-page/money-queries.ts'
import { reviewAlerts } from '#features/reviews/admin/review-queries.ts'
import { JobsLine, jobAlerts } from '#operations/jobs/jobs-line.tsx'
import { problemAlerts, useConsistentAlerts } from '#operations/problems/problems-inbox.tsx'
import { NavLink } from '#ui/link.tsx'
import { opensScreen, screens } from './screens.ts'

type AdminFrameProps = {
  title: ReactNode
  /** What the page shows in place of the notice that no worker runs; administrators see it. */
  notices?: ReactNode
  children: ReactNode
}

/**
 * The frame of a page of the back office: title, menu and notices. Below the shop's own bar its head takes 76 px at a
 * desk and 90 px on a phone, so that the page's content is in view on arrival, also with notices.
 */
export function AdminFrame({ title, notices = <JobsLine />, children }: AdminFrameProps) {
  const isAdmin = useStaff().role === 'admin'
  return (
    <Tooltip.Provider delayDuration={700} skipDelayDuration={300}>
      <div className="page min-h-[70svh]">
        <div className="grid grid-cols-[auto_1fr] items-center gap-x-4 border-line lg:grid-cols-[auto_1fr_auto] border-b">
          <h1 className="py-1.5 text-lead leading-tight lg:py-1">{title}</h1>
          <AdminMenu />
          {isAdmin && (
            <>
              <ConsistentAlerts />
              {notices}
            </>
          )}
          <RehearsalLine className="hidden py-0.5 lg:col-start-3 lg:row-start-1 lg:block" />
        </div>
        {children}
        <RehearsalLine className="mt-10 lg:hidden" />
      </div>
    </Tooltip.Provider>
  )
}

const alerts: Record<string, ReactNode> = {
  admin: <AlertMark alerts={problemAlerts} one="problem" many="problems" />,
  'admin/returns': (
    <AlertMark alerts={returnAlerts} one="return needs your attention" many="returns need your attention" />
  ),
  'admin/messages': <AlertMark alerts={messageAlerts} one="message to answer" many="messages to answer" />,
  'admin/money': <AlertMark alerts={moneyAlerts} one="thing needs your attention" many="things need your attention" />,
  'admin/reviews': (
    <AlertMark alerts={reviewAlerts} one="review needs your attention" many="reviews need your attention" />
  ),
  'admin/settings': <AlertMark alerts={jobAlerts} one="thing needs your attention" many="things need your attention" />,
}

/** Keeps the numbers of the menu and of the screens equal. */
function ConsistentAlerts() {
  useConsistentAlerts()
  return null
}

/** The navigation between the pages of the back office that the user opens. */
function AdminMenu() {
  const { role } = useStaff()
  const nav = useRef<HTMLElement>(null)
  // On a phone the links are one line that scrolls, to the current one first, and again as counts widen it.
  useEffect(() => {
    const line = nav.current
    const list = line?.firstElementChild
    if (!(line && list)) return
    const widened = new ResizeObserver(() => {
      const current = line.querySelector<HTMLElement>('[aria-current=page]')
      if (current) line.scrollLeft = current.offsetLeft - (line.clientWidth - current.offsetWidth) / 2
    })
    widened.observe(list)
    return () => widened.disconnect()
  }, [])
  return (
    <nav
      ref={nav}
      aria-label="Back office"
      className="relative col-span-full row-start-2 -mx-(--gutter) overflow-x-auto px-(--gutter)"
    >
      <ul className="flex w-max gap-x-5">
        {screens.map(
          (screen) =>
            screen.menu &&
            opensScreen(role, screen) && (
              <li key={screen.path}>
                <NavLink
                  to={`/${screen.path}`}
                  end={screen.path === 'admin'}
                  className="inline-flex min-h-11 items-center text-ink-soft hover:text-mulberry lg:min-h-9 aria-[current=page]:text-mulberry"
                >
                  <span className="link bg-[length:0_1px] [[aria-current=page]>&]:bg-[length:100%_1px]">
                    {screen.menu}
                  </span>
                  {role === 'admin' && alerts[screen.path]}
                </NavLink>
              </li>
            ),
        )}
      </ul>
    </nav>
  )
}
