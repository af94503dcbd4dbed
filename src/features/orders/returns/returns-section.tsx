import { useRef, useState } from 'react'
import { formatDay } from '#base/calendar-day.ts'
import { formatShopDate } from '#base/shop-time.ts'
import { hasOnlySamples, namedSize } from '#features/catalogue/samples.ts'
import { AccountSection } from '#ui/account-section.tsx'
import { Button } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import { type MyOrder, mayCancel, withdrawalOf } from '../account/my-orders.ts'
import { refundOfStopped } from '../account/order-labels.ts'
import { cancelDaysOf } from '../links/order-period.ts'
import { isCalledOff } from '../order-state.ts'
import type { OrderPage } from '../page/order-page.ts'
import { isPartSent, sentPieces } from '../parcels/parcel.ts'
import { type CustomerReturn, isRestored, type ReturnKind, returnable, returnSentence, returnTitle } from './return.ts'
import { ReturnForm } from './return-form.tsx'
import { withdrawalNext } from './withdrawal-words.ts'

/** Sending back: what was declared, and the ways to declare a withdrawal or a fault. `token`: of the order's link. */
export function ReturnsSection({
  token,
  page: { order, withdrawUntil, exchanges },
  isOver,
  onChanged,
}: {
  token: string
  page: OrderPage
  /** Whether the day to withdraw is over. */
  isOver: boolean
  onChanged: () => Promise<void>
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  const [open, setOpen] = useState<'withdrawal' | 'fault' | null>(null)
  const [isSent, setSent] = useState(false)
  const { returns } = order
  const isSentOut = order.status === 'shipped' || order.status === 'delivered'
  const isPart = isPartSent(order)
  const linesFor = (kind: ReturnKind) =>
    order.lines
      .map((line) => ({
        ...line,
        left: returnable({ ...line, quantity: line.quantity - line.cancelled }, returns, kind),
      }))
      .filter(({ left }) => left > 0)
  const isSamples = hasOnlySamples(order.lines)
  const mayWithdraw = !isCalledOff(order) && linesFor('withdrawal').length > 0
  const mayReport = (isSentOut || isPart) && !isCalledOff(order) && linesFor('fault').length > 0
  // The owner settles a withdrawal from an exchange: another order paid for it.
  const isNotBegun = mayCancel(order) && !exchanges.some(({ return_id }) => return_id === null)
  if (returns.length === 0 && !mayWithdraw && !mayReport) return null

  async function sent() {
    await onChanged()
    setOpen(null)
    setSent(true)
    heading.current?.focus()
  }

  return (
    <AccountSection
      id="returns"
      heading={heading}
      title="Returns"
      note={
        <p>
          How it works, and your rights:{' '}
          <Link to="/returns-refunds" className="link">
            Returns &amp; Refunds
          </Link>
          .
        </p>
      }
    >
      <p role="status" className="mb-6 max-w-[34em] border-mulberry border-l-2 pl-5 empty:hidden">
        {isSent && 'Thank you. A receipt is on its way to you by e-mail.'}
      </p>
      <ReturnList order={order} exchanges={exchanges} />
      {open ? (
        <ReturnForm
          key={open}
          token={token}
          kind={open}
          isNotBegun={isNotBegun}
          lines={linesFor(open)}
          onSent={sent}
          onStale={onChanged}
          onLeave={() => {
            setOpen(null)
            heading.current?.focus()
          }}
        />
      ) : (
        <div className="grid gap-y-7">
          {mayWithdraw && (
            <Way
              text={periodText({ orderedAt: order.orderedAt, withdrawUntil, isOver, isSentOut, isSamples, isNotBegun })}
              onOpen={() => setOpen('withdrawal')}
            >
              Withdraw from this contract
            </Way>
          )}
          {mayReport && (
            <Way
              text={
                isSamples
                  ? 'Is a sample missing, or the wrong fabric? Tell us, with a photograph if you can.'
                  : 'Is a seam open, or is it the wrong size or garment? Tell us, with photographs if you can.'
              }
              onOpen={() => setOpen('fault')}
            >
              Something is wrong
            </Way>
          )}
        </div>
      )}
    </AccountSection>
  )
}

function Way({ text, onOpen, children }: { text: string; onOpen: () => void; children: string }) {
  return (
    <div>
      <p className="max-w-[34em]">{text}</p>
      <Button tone="line" onClick={onOpen} className="mt-4">
        {children}
      </Button>
    </div>
  )
}

function ReturnList({ order, exchanges }: { order: MyOrder; exchanges: OrderPage['exchanges'] }) {
  const { returns } = order
  if (returns.length === 0) return null
  const nameOf = (id: number) => {
    const line = order.lines.find((each) => each.id === id)
    return line ? namedSize(line) : ''
  }
  return (
    <ul className="mb-8 grid gap-y-6">
      {returns.map((each) => (
        <li key={each.id}>
          <h3 className="text-name leading-tight">{returnTitle[each.kind]}</h3>
          <p className="text-ink-soft text-small">Received on {formatShopDate(each.requested_at)}</p>
          <ul className="mt-2 text-small">
            {each.lines.map(({ id, quantity }) => (
              <li key={id} className="wrap-any">
                {quantity} × {nameOf(id)}
              </li>
            ))}
            {each.photographs > 0 && (
              <li>{each.photographs === 1 ? 'One photograph' : `${each.photographs} photographs`}</li>
            )}
          </ul>
          <ReturnState order={order} declared={each} />
          <ExchangedFor exchange={exchanges.find(({ return_id }) => return_id === each.id)} />
          {each.answer && (
            <p dir="auto" className="wrap-any mt-2 max-w-[34em] whitespace-pre-line border-line border-l-2 pl-4">
              {each.answer}
            </p>
          )}
        </li>
      ))}
    </ul>
  )
}

/** The order that a return was exchanged for, once it is paid. */
function ExchangedFor({ exchange }: { exchange: OrderPage['exchanges'][number] | undefined }) {
  if (!exchange) return null
  return (
    <p>
      Your new order:{' '}
      <Link to={exchange.path} className="link">
        {exchange.order_number}
      </Link>
    </p>
  )
}

/** How far a return is; of a withdrawal that is not settled, what happens next. */
function ReturnState({ order, declared }: { order: MyOrder; declared: CustomerReturn }) {
  const { kind, state, stopped, refund, requested_at: requestedAt } = declared
  const isAwaited = state === 'requested' && !isCalledOff(order)
  if (kind !== 'withdrawal' || !(stopped || isAwaited)) {
    return <p className="mt-2 max-w-[34em]">{returnSentence(declared)}</p>
  }
  const next = withdrawalNext({
    stopped,
    orderedAt: order.orderedAt,
    requestedAt,
    status: order.status,
    hasPartLeft: order.lines.some(
      ({ id, position }) => declared.lines.some((line) => line.id === id) && sentPieces(order.parcels, position) > 0,
    ),
    deliveredAt: order.deliveredAt,
    isRestored: isRestored(declared, order),
    isDisputed: order.providerState === 'disputed',
    isAll: withdrawalOf(order) !== null,
    isSamples: hasOnlySamples(order.lines.filter(({ id }) => declared.lines.some((line) => line.id === id))),
    refundText: refundOfStopped(order, refund),
  })
  return (
    <div className="mt-2 grid max-w-[34em] gap-y-3">
      <Texts texts={next.before} />
      {next.address && (
        <address className="border-line border-l-2 pl-4 not-italic">
          {next.address.map((line) => (
            <span key={line} className="block">
              {line}
            </span>
          ))}
        </address>
      )}
      <Texts texts={next.after} />
      {next.small && <p className="text-ink-soft text-small">{next.small}</p>}
    </div>
  )
}

function Texts({ texts }: { texts: string[] }) {
  return texts.map((text) => <p key={text}>{text}</p>)
}

function periodText({
  orderedAt,
  withdrawUntil,
  isOver,
  isSentOut,
  isSamples,
  isNotBegun,
}: {
  orderedAt: string
  withdrawUntil: string | null
  isOver: boolean
  isSentOut: boolean
  isSamples: boolean
  /** Whether what is withdrawn from is cancelled at once. */
  isNotBegun: boolean
}): string {
  const cancelDays = cancelDaysOf(orderedAt)
  if (!isSentOut) {
    return `You can change your mind from now until ${cancelDays} days after your ${isSamples ? 'letter' : 'parcel'} reaches you, without giving a reason.${isNotBegun ? ' Until we start cutting, we cancel and refund it at once.' : ''}`
  }
  const sendBack = `Then send ${isSamples ? 'the samples back' : 'it back unworn'}. You pay the return postage.`
  if (!withdrawUntil) {
    return `You have ${cancelDays} days from the day it reaches you to change your mind, without giving a reason. ${sendBack}`
  }
  const day = formatDay(new Date(withdrawUntil))
  if (isOver) {
    return `Your ${cancelDays} days to change your mind ended on ${day}. You can still tell us, and we’ll answer you.`
  }
  return `You can change your mind until ${day}, without giving a reason. ${sendBack}`
}
