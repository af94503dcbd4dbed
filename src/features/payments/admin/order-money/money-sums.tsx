import { type ReactNode, useContext } from 'react'
import { namedSize } from '#features/catalogue/samples.ts'
import { findProvider } from '#platform/payments/providers.ts'
import { InOrderDetails, MoneySection } from './money-section.tsx'
import { kept, paymentSummary, pounds, takenByBank } from './order-money-labels.ts'
import type { OrderMoney } from './order-money-queries.ts'

/** The amounts that make up an order's total. `children`: what can be done with them, below. */
export function MoneySums({ money, children }: { money: OrderMoney; children?: ReactNode }) {
  const { goods, discount, discount_code, delivery, total, refunded, dashboard_url, provider, customer_name } = money
  const { customer_email: email, lines } = money
  const isWithin = useContext(InOrderDetails)
  const taken = takenByBank(money)
  const { word, sentence } = paymentSummary(money)
  const cancelled = money.order_status === 'cancelled' ? ' The order is cancelled.' : ''
  return (
    <MoneySection
      id="paid"
      title="Payment"
      note={
        <>
          {!isWithin && customer_name && <p className="wrap-any">By {customer_name}.</p>}
          {!isWithin && email && (
            <p>
              <a
                href={`mailto:${encodeURIComponent(email).replace('%40', '@')}`}
                className="inline-flex min-h-11 items-center text-mulberry"
              >
                <span className="link wrap-any">{email}</span>
              </a>
            </p>
          )}
          {dashboard_url ? (
            <a
              href={dashboard_url}
              target="_blank"
              rel="noopener noreferrer"
              className="inline-flex min-h-11 items-center text-mulberry"
            >
              <span className="link">
                See the payment in {findProvider(provider)?.label ?? provider}
                <span className="sr-only"> (opens in a new tab)</span>
              </span>
            </a>
          ) : (
            findProvider(provider)?.movesMoney === false && <p>A test payment: no money moved.</p>
          )}
        </>
      }
    >
      <p className="max-w-[34em]">
        <span className="label mr-3 text-mulberry">{word}</span>
        {sentence}
        {cancelled}
      </p>
      <dl className="mt-6 grid max-w-[26rem] grid-cols-[1fr_auto]">
        {lines.map(({ id, name, size, quantity, cancelled, price, is_preorder }) => (
          <Sum
            key={id}
            label={`${quantity > 1 ? `${quantity} × ` : ''}${namedSize({ name, size })}${is_preorder ? ', pre-order' : ''}${cancelled > 0 ? ` (${cancelled === quantity ? '' : `${cancelled} `}cancelled)` : ''}`}
            amount={pounds(price)}
          />
        ))}
        {(lines.length !== 1 || discount > 0) && <Sum label="Garments" amount={pounds(goods)} />}
        {discount > 0 && (
          <Sum label={discount_code ? `Discount ${discount_code}` : 'Discount'} amount={`−${pounds(discount)}`} />
        )}
        <Sum
          label="Delivery"
          amount={
            delivery === null
              ? money.undecided
                ? 'known once paid'
                : 'not chosen yet'
              : delivery === 0
                ? 'free'
                : pounds(delivery)
          }
        />
        <Sum label={dueOf(money)} amount={pounds(money.undecided ?? total)} tone="strong" />
        {refunded > 0 && <Sum label="Refunded" amount={`−${pounds(refunded)}`} />}
        {taken > 0 && <Sum label="Taken back by the bank" amount={`−${pounds(taken)}`} />}
        {(refunded > 0 || taken > 0) && <Sum label="Kept" amount={pounds(kept(money))} tone="strong" />}
      </dl>
      {children}
    </MoneySection>
  )
}

function dueOf({ paid_at, undecided }: OrderMoney): string {
  if (paid_at) return 'Paid'
  return undecided ? 'On its way' : 'To pay'
}

function Sum({ label, amount, tone = 'plain' }: { label: string; amount: string; tone?: 'plain' | 'strong' }) {
  const look = tone === 'strong' ? 'border-line border-t font-medium' : 'text-ink-soft'
  return (
    <>
      <dt className={`wrap-any py-1.5 ${look}`}>{label}</dt>
      <dd className={`price py-1.5 pl-8 text-right ${look}`}>{amount}</dd>
    </>
  )
}
