import type { ReactNode, Ref } from 'react'
import { formatShopDate } from '#base/shop-time.ts'
import { hasOnlySamples } from '#features/catalogue/samples.ts'
import { AccountSection } from '#ui/account-section.tsx'
import { Link } from '#ui/link.tsx'
import { TextButton } from '#ui/text-button.tsx'
import type { MyOrder } from '../account/my-orders.ts'
import { GiftNote, OrderLine, OrderSums, printReceipt, ReceiptFacts, Tracking } from '../account/order-entry.tsx'
import { orderStatus } from '../account/order-labels.ts'
import { PieceWords } from '../board/piece-words.tsx'
import type { LineWork } from '../board/work-of-order.ts'
import { OrderTape } from '../order-tape.tsx'
import { ReceiptHead } from '../receipt-head.tsx'
import type { Exchange } from './order-page.ts'
import { stepsOf } from './order-steps.ts'

type OrderPageViewProps = {
  order: MyOrder
  /** The order whose return this one is for; null for any other. */
  exchangeFor?: Exchange | null
  /** The work on its pieces; empty: none is shown. */
  work: readonly LineWork[]
  now: Date
  /** The heading, which gets the focus when an action removes the focused button. */
  heading: Ref<HTMLHeadingElement>
  /** The sections with what the customer can do, below what they ordered. */
  children: ReactNode
}

export function OrderPageView({ order, exchangeFor = null, work, now, heading, children }: OrderPageViewProps) {
  return (
    <div className="page min-h-[60svh] pt-[clamp(2rem,5vw,4.5rem)]">
      <OrderHead order={order} now={now} heading={heading} />
      <PieceWords work={work} order={order} now={now} />
      <div className="mt-[clamp(2.25rem,4vw,3.75rem)]">
        <AccountSection id="garments" title={titleOf(order)}>
          <Receipt order={order} exchangeFor={exchangeFor} />
        </AccountSection>
        {children}
      </div>
    </div>
  )
}

function OrderHead({ order, now, heading }: Pick<OrderPageViewProps, 'order' | 'now' | 'heading'>) {
  const { word, sentence } = orderStatus(order, now)
  return (
    <header>
      <p className="label text-mulberry">{word}</p>
      <h1
        ref={heading}
        tabIndex={-1}
        className="wrap-any mt-3 text-masthead leading-[0.94] tracking-[-0.018em] outline-none"
      >
        <span className="block text-title tracking-normal">Your order</span>
        <OrderNumber number={order.number} />
      </h1>
      <p className="mt-6 max-w-[34em] text-lead leading-[1.4]">{sentence}</p>
      <Tracking order={order} className="mt-2 text-lead" />
      <OrderTape steps={stepsOf(order, now)} className="mt-[clamp(2rem,4vw,3.25rem)] max-w-[60rem]" />
    </header>
  )
}

/** As large as fits one line of a phone: a number broken at its hyphen is hard to read out. */
function OrderNumber({ number }: { number: string }) {
  return (
    <span className="whitespace-nowrap" style={{ fontSize: 'min(10.5vw, var(--text-masthead))' }}>
      {number}
    </span>
  )
}

function titleOf({ lines }: MyOrder): string {
  if (hasOnlySamples(lines)) return 'Your samples'
  return lines.length > 1 ? 'Your garments' : 'Your garment'
}

function Receipt({ order, exchangeFor }: { order: MyOrder; exchangeFor: Exchange | null }) {
  return (
    <div data-receipt="">
      <ReceiptHead title="Receipt" />
      <p className="text-ink-soft text-small">
        Order {order.number}, placed on {formatShopDate(order.orderedAt)}
      </p>
      {exchangeFor && (
        <p className="mt-3">
          In exchange for your return from order{' '}
          <Link to={exchangeFor.path} className="link">
            {exchangeFor.order_number}
          </Link>
          .
        </p>
      )}
      <ReceiptFacts order={order} />
      <ul className="mt-5 grid gap-y-3">
        {order.lines.map((line) => (
          <OrderLine key={line.id} line={line} />
        ))}
      </ul>
      <GiftNote order={order} />
      <OrderSums order={order} {...(exchangeFor && { discountLabel: 'Your return' })} />
      <p className="not-printed mt-2">
        <TextButton onClick={(event) => printReceipt(event.currentTarget)}>Print the receipt</TextButton>
      </p>
    </div>
  )
}
