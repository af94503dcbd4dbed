import { useState } from 'react'
import type { DiscrepancyResponse } from '#features/payments/reconciliation/money-response.ts'
import { Button } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import { formatPounds } from '#ui/money.ts'
import { TextButton } from '#ui/text-button.tsx'
import { formatShopTime } from '#ui/time/shop-time.ts'
import { daysLeft, meaningOf, type RepairOption, repairOptions, titleOf } from './discrepancy-labels.ts'
import { EvidenceButton } from './evidence-button.tsx'
import { RepairForm } from './repair-form.tsx'
import { useRepair } from './use-repair.ts'

/** One thing that does not match: who and which order, what both books say, what it means, and what can be done. */
export function DiscrepancyEntry({
  discrepancy,
  now,
  look,
}: {
  discrepancy: DiscrepancyResponse
  now: string
  look: () => Promise<void>
}) {
  const [chosen, setAsked] = useState<RepairOption | null>(null)
  const { busy, repair } = useRepair(discrepancy, look)
  const options = repairOptions(discrepancy)

  function press(option: RepairOption) {
    if (option.isFinal) setAsked(option)
    else void repair(option, null)
  }

  return (
    <li className="border-line border-b py-6 last:border-b-0">
      <Head discrepancy={discrepancy} now={now} />
      <p className="measure mt-2">{meaningOf(discrepancy, now)}</p>
      <Amounts discrepancy={discrepancy} />
      {chosen ? (
        <RepairForm option={chosen} busy={busy} onYes={(note) => repair(chosen, note)} onNo={() => setAsked(null)} />
      ) : (
        <div className="mt-4 flex flex-wrap items-center gap-x-7 gap-y-2">
          {options.map((option, index) =>
            index === 0 && option.action !== 'accept' ? (
              <Button key={option.action} onClick={() => press(option)} aria-disabled={busy}>
                {busy ? 'One moment…' : option.label}
                <For discrepancy={discrepancy} />
              </Button>
            ) : (
              <TextButton key={option.action} onClick={() => press(option)} aria-disabled={busy}>
                {option.label}
                <For discrepancy={discrepancy} />
              </TextButton>
            ),
          )}
          {discrepancy.kind === 'open_dispute' && discrepancy.order_number && (
            <EvidenceButton discrepancy={discrepancy} />
          )}
          {discrepancy.dashboard_url && (
            <a
              href={discrepancy.dashboard_url}
              target="_blank"
              rel="noreferrer"
              className="inline-flex min-h-11 items-center text-mulberry"
            >
              <span className="link">
                Open in Stripe
                <For discrepancy={discrepancy} />
              </span>
            </a>
          )}
        </div>
      )}
      {!chosen && options[0] && !options[0].isFinal && (
        <p className="measure mt-2 text-ink-soft text-small">{options[0].does}</p>
      )}
    </li>
  )
}

function Head({ discrepancy, now }: { discrepancy: DiscrepancyResponse; now: string }) {
  const { kind, customer_name: name, order_number: number, respond_by: due, found_at } = discrepancy
  return (
    <>
      <p className="flex flex-wrap items-baseline justify-between gap-x-6">
        <span className="label text-mulberry">{titleOf(kind)}</span>
        {due && <span className="font-serif text-name text-mulberry">{daysLeft(due, now)}</span>}
      </p>
      <h3 className="wrap-any mt-1 text-name leading-tight">
        {name ?? (number ? 'A customer' : 'A customer we do not know')}
        {number && (
          <>
            {', '}
            <Link to={`/admin/orders/${number}/money`} className="text-mulberry">
              <span className="link">{number}</span>
            </Link>
          </>
        )}
      </h3>
      <p className="mt-1 text-ink-soft text-small">
        {due ? `Answer by ${formatShopTime(due)}` : `Found on ${formatShopTime(found_at)}`}
      </p>
    </>
  )
}

/** Both books, side by side. */
function Amounts({ discrepancy: { kind, ours, theirs } }: { discrepancy: DiscrepancyResponse }) {
  const isDispute = kind === 'open_dispute'
  if (ours === null || theirs === null || kind === 'paid_twice' || (ours === theirs && !isDispute)) return null
  const figures: [string, number][] = [
    [isDispute ? 'paid' : 'our order', ours],
    [isDispute ? 'asked back' : 'payment company', theirs],
  ]
  return (
    <dl className="mt-4 flex flex-wrap gap-x-12 gap-y-3">
      {figures.map(([name, amount]) => (
        <div key={name} className="flex flex-col-reverse">
          <dt className="text-ink-soft text-small">{name}</dt>
          <dd className="price font-serif text-title leading-none">{formatPounds(amount)}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Which one is meant, for whoever hears the button alone. */
function For({ discrepancy: { order_number: number, customer_name: name } }: { discrepancy: DiscrepancyResponse }) {
  const whom = [name, number].filter(Boolean).join(', ')
  return whom ? <span className="sr-only">: {whom}</span> : null
}
