import { type ReactNode, useContext } from 'react'
import { formatPence } from '#base/money.ts'
import { namedSize } from '#features/catalogue/samples.ts'
import { findProvider } from '#platform/payments/providers.ts'
import { InOrderDetails, MoneySection } from './money-section.tsx'
import { kept, paymentSummary, takenByBank } from './order-money-labels.ts'
import type { OrderMoney } from './order-money-queries.ts'

/** The amounts that make up an order's total. `children`: what can be done with them, below. */
export function MoneySums({ money, children }: { money: OrderMoney; children?: ReactNode }) {
  const { discount_code, exchange_for, exchanged_pence: exchanged, dashboard_url, provider, customer_name } = money
  const { total_pence: total, discount_pence: discount, delivery_pence: delivery, refunded_pence: refunded } = money
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
        {lines.map(({ id, name, size, quantity, cancelled, price_pence, is_preorder }) => (
          <Sum
            key={id}
            label={`${quantity > 1 ? `${quantity} × ` : ''}${namedSize({ name, size })}${is_preorder ? ', pre-order' : ''}${cancelled > 0 ? ` (${cancelled === quantity ? '' : `${cancelled} `}cancelled)` : ''}`}
            amount={formatPence(price_pence)}
          />
        ))}
        {(lines.length !== 1 || discount > 0) && <Sum label="Garments" amount={formatPence(money.goods_pence)} />}
        {discount > 0 && (
          <Sum
            label={
              exchange_for ? `Return from ${exchange_for}` : discount_code ? `Discount ${discount_code}` : 'Discount'
            }
            amount={`−${formatPence(discount)}`}
          />
        )}
        <Sum
          label="Delivery"
          amount={
            delivery === null
              ? money.undecided_pence
                ? 'known once paid'
                : 'not chosen yet'
              : delivery === 0
                ? 'free'
                : formatPence(delivery)
          }
        />
        <Sum label={dueOf(money)} amount={formatPence(money.undecided_pence ?? total)} tone="strong" />
        {exchanged > 0 && <Sum label="Pays for an exchange" amount={formatPence(exchanged)} />}
        {refunded > 0 && <Sum label="Refunded" amount={`−${formatPence(refunded)}`} />}
        {taken > 0 && <Sum label="Taken back by the bank" amount={`−${formatPence(taken)}`} />}
        {(refunded > 0 || taken > 0) && <Sum label="Kept" amount={formatPence(kept(money))} tone="strong" />}
      </dl>
      {children}
    </MoneySection>
  )
}

function dueOf({ paid_at, undecided_pence }: OrderMoney): string {
  if (paid_at) return 'Paid'
  return undecided_pence ? 'On its way' : 'To pay'
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
