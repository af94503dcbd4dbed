import { useQuery } from '@tanstack/react-query'
import { formatDay } from '#base/calendar-day.ts'
import { counted } from '#base/counts.ts'
import { read } from '#platform/client/functions.ts'
import { alertsKey, polling } from '#platform/client/query-client.ts'
import { buttonLook } from '#ui/button.tsx'
import { CouldNotLoad } from '#ui/could-not-load.tsx'
import { Link } from '#ui/link.tsx'
import { LoadingSkeleton } from '#ui/loading-skeleton.tsx'
import { BackupSection } from '../backup/backup-section.tsx'
import type { Today } from './today.contract.ts'
import {
  answersOf,
  type NextThing,
  nextThing,
  nothingWaits,
  numbersOf,
  orderPath,
  promiseOf,
  stepOf,
  type TodayNumber,
} from './today.ts'

/** What waits for the owner: the one thing to do next, the numbers of the work, what is due, and what to answer. */
export function TodayView() {
  const { data, error, refetch } = useQuery({
    // With the numbers of the menu: what changes one of them may change these.
    queryKey: [...alertsKey, 'today'],
    queryFn: () => read('today'),
    ...polling(60_000),
  })
  if (!data) {
    return error ? (
      <CouldNotLoad problem={`Today couldn’t be loaded. ${error.message}`} onRetry={() => void refetch()} />
    ) : (
      <LoadingSkeleton label="Loading today" count={4} />
    )
  }
  const answers = answersOf(data)
  return (
    <div className="pb-8">
      <p className="pt-4 text-ink-soft">{formatDay(new Date(data.today))}</p>
      <Next next={nextThing(data)} />
      <ul aria-label="The work" className="mt-6 grid grid-cols-2 border-line border-t lg:grid-cols-4 lg:gap-x-8">
        {numbersOf(data).map((number) => (
          <WorkNumber key={number.key} number={number} />
        ))}
      </ul>
      <div className="mt-8 grid gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <Due today={data} />
        <section aria-labelledby="to-answer">
          <h2 id="to-answer" className="text-name leading-tight">
            To answer
          </h2>
          {answers.length === 0 && <p className="mt-2 text-ink-soft">Nothing to answer.</p>}
          <ul className="mt-2">
            {answers.map(({ key, count, name, to }) => (
              <li key={key} className="border-line border-t">
                <Link to={to} className="flex min-h-11 items-center gap-x-3 py-1.5 hover:text-mulberry">
                  <span className="lining-nums tabular-nums min-w-6 text-mulberry">{count}</span>
                  <span className="link">{name}</span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      </div>
      <p className="mt-8 text-ink-soft text-small">
        <Link to="/admin/settings#morning" className="inline-flex min-h-11 items-center">
          <span className="link">This page by e-mail each morning</span>
        </Link>
      </p>
      <BackupSection now={new Date(data.now)} />
    </div>
  )
}

function Next({ next }: { next: NextThing | null }) {
  return (
    <section
      aria-labelledby="next"
      className="mt-2 grid items-center gap-x-10 gap-y-4 bg-paper-deep p-5 md:grid-cols-[1fr_auto]"
    >
      <div className="min-w-0">
        {next && <p className="label text-ink-soft">First</p>}
        <h2 id="next" className="wrap-any text-title leading-tight">
          {next?.title ?? nothingWaits}
        </h2>
        {next?.reason && <p className="mt-1 text-ink-soft">{next.reason}</p>}
      </div>
      {next && (
        <Link to={next.to} className={buttonLook('solid', 'w-full md:w-auto')}>
          {next.label}
        </Link>
      )}
    </section>
  )
}

/** A large number that leads to what it counts. */
function WorkNumber({ number: { name, count, unit, more, to } }: { number: TodayNumber }) {
  const content = (
    <>
      <span className="label block text-ink-soft">{name}</span>
      <span className="lining-nums tabular-nums mt-1 block font-serif text-masthead leading-none">{count}</span>
      <span className="mt-1 block text-ink-soft text-small">
        {unit}
        {more && `; ${more}`}
      </span>
    </>
  )
  const look = 'block min-h-11 py-4 pr-3 hover:text-mulberry'
  return (
    <li className="border-line border-b">
      {to.startsWith('#') ? (
        <a href={to} className={look}>
          {content}
        </a>
      ) : (
        <Link to={to} className={look}>
          {content}
        </Link>
      )}
    </li>
  )
}

function Due({ today }: { today: Today }) {
  const { late, soon, until, orders } = today.due
  const unlisted = late + soon - orders.length
  return (
    <section aria-labelledby="due">
      <h2 id="due" tabIndex={-1} className="text-name leading-tight outline-none">
        To leave by {formatDay(new Date(until))}
      </h2>
      {orders.length === 0 && <p className="mt-2 text-ink-soft">No order has to leave by then.</p>}
      <ul className="mt-2">
        {orders.map((order) => (
          <li key={order.order_number} className="border-line border-t">
            <Link
              to={orderPath(order.order_number)}
              className="grid min-h-11 grid-cols-[auto_1fr] items-baseline gap-x-4 py-2 hover:text-mulberry md:grid-cols-[8rem_1fr_auto]"
            >
              <span className="link">{order.order_number}</span>
              <bdi className="wrap-any">{order.customer_name}</bdi>
              <span
                className={`col-span-full text-small md:col-span-1 ${order.dispatch_by < today.today ? 'text-mulberry' : 'text-ink-soft'}`}
              >
                {promiseOf(order.dispatch_by, today.today)} {stepOf(order)}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {unlisted > 0 && (
        <p className="border-line border-t pt-2 text-ink-soft text-small">and {counted(unlisted, 'more', 'more')}</p>
      )}
    </section>
  )
}
