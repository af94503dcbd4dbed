import { formatShortWeekday } from '#base/calendar-day.ts'
import { formatShopTime } from '#base/shop-time.ts'
import { toRequestError } from '#platform/client/functions.ts'
import { CouldNotLoad } from '#ui/could-not-load.tsx'
import { Link } from '#ui/link.tsx'
import { LoadingSkeleton } from '#ui/loading-skeleton.tsx'
import { TextButton } from '#ui/text-button.tsx'
import type { Announcement } from '../delays.contract.ts'
import { useDelays, useUndoDelays } from './delay-queries.ts'

type DelayedOrder = Announcement['orders'][number]

/** Every announced delay, with what each customer answered. */
export function AnnouncedDelays() {
  const { announcements, problem, refetch } = useDelays()
  return (
    <section aria-labelledby="delays">
      <h2 id="delays" tabIndex={-1} className="text-title leading-tight outline-none">
        Delays, and who answered what
      </h2>
      <div className="mt-5">
        {!announcements && problem && <CouldNotLoad problem={problem} onRetry={() => void refetch()} />}
        {!announcements && !problem && <LoadingSkeleton label="Loading delays" count={3} />}
        {announcements?.length === 0 && (
          <p className="measure text-lead leading-[1.4]">
            You have delayed no order. Select orders in{' '}
            <Link to="/admin?tab=orders" className="link text-mulberry">
              the list
            </Link>{' '}
            and press “Delay”: what each customer answers is listed here.
          </p>
        )}
        {announcements && announcements.length > 0 && (
          <ul className="border-line border-t">
            {announcements.map((each) => (
              <li
                key={each.id}
                className="grid gap-x-10 gap-y-3 border-line border-b py-6 md:grid-cols-[15rem_minmax(0,1fr)]"
              >
                <Head announcement={each} />
                <Orders orders={each.orders} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  )
}

function Head({ announcement: { announced_at, reason, orders } }: { announcement: Announcement }) {
  return (
    <div className="min-w-0">
      <p className="font-medium">{formatShopTime(announced_at)}</p>
      {reason && <p className="wrap-any">“{reason}”</p>}
      <p className="text-ink-soft text-small">{countsOf(orders)}</p>
      <UndoAll orders={orders.filter(({ email }) => email === 'waiting')} />
    </div>
  )
}

/** '12 orders: 5 keep, 2 cancelled, 5 without an answer'. */
function countsOf(orders: readonly DelayedOrder[]): string {
  const of = (...answers: DelayedOrder['answer'][]) => orders.filter(({ answer }) => answers.includes(answer)).length
  const [keep, cancel, silent] = [of('keep'), of('cancel'), of('silent', 'closed')]
  const parts = [
    keep > 0 && `${keep} ${keep === 1 ? 'keeps it' : 'keep it'}`,
    cancel > 0 && `${cancel} cancelled`,
    silent > 0 && `${silent} without an answer`,
  ].filter(Boolean)
  return `${orders.length === 1 ? 'One order' : `${orders.length} orders`}: ${parts.join(', ')}`
}

/** While the e-mails wait. */
function UndoAll({ orders }: { orders: readonly DelayedOrder[] }) {
  const undo = useUndoDelays()
  const refused = undo.data?.results.flatMap(({ order_number, problem }) =>
    (problem ?? []) ? [`${order_number}: ${problem}`] : [],
  )
  return (
    <>
      {orders.length > 0 && (
        <TextButton
          onClick={() =>
            !undo.isPending && undo.mutate({ orders: orders.map(({ order_number, to }) => ({ order_number, to })) })
          }
          aria-disabled={undo.isPending}
        >
          {undo.isPending ? 'Undoing…' : orders.length === 1 ? 'Undo the delay' : `Undo all ${orders.length}`}
        </TextButton>
      )}
      <p role="alert" className="wrap-any text-mulberry text-small empty:hidden">
        {undo.error ? toRequestError(undo.error).message : refused?.join(' ')}
      </p>
    </>
  )
}

function Orders({ orders }: { orders: readonly DelayedOrder[] }) {
  return (
    <ul className="min-w-0">
      {orders.map((order) => (
        <li
          key={order.order_number}
          className="grid gap-x-6 border-line border-t py-2 first:border-t-0 first:pt-0 sm:grid-cols-[12rem_minmax(0,1fr)_minmax(0,1fr)]"
        >
          <p className="wrap-any">
            <Link
              to={`/admin?tab=orders&order=${encodeURIComponent(order.order_number)}`}
              className="inline-flex min-h-8 items-center"
            >
              <span className="link">{order.order_number}</span>
            </Link>
            <span className="block text-ink-soft text-small">
              <bdi>{order.customer_name ?? 'No name'}</bdi>
            </span>
          </p>
          <p className="text-small sm:pt-1.5">
            by {formatShortWeekday(order.from)} → by {formatShortWeekday(order.to)}
          </p>
          <p
            className={`text-small sm:pt-1.5 ${order.answer === 'cancel' || order.email === 'failed' ? 'text-mulberry' : ''}`}
          >
            {answerOf(order)}
          </p>
        </li>
      ))}
    </ul>
  )
}

function answerOf({ answer, answered_at, email }: DelayedOrder): string {
  const day = answered_at === null ? '' : ` on ${formatShopTime(answered_at)}`
  if (answer === 'keep') return `Keeps it: answered${day}.`
  if (answer === 'cancel') return `Cancelled${day}.`
  if (email === 'failed') return 'The e-mail could not be sent: open the order to send it again.'
  if (email === 'waiting') return 'The e-mail leaves in a minute.'
  return answer === 'silent'
    ? 'No answer yet. Without one, the order goes ahead.'
    : 'No answer; it can’t be answered any more.'
}
