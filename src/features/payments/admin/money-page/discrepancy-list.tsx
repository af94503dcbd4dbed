import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { formatPence, type Pence } from '#base/money.ts'
import { formatShopTime } from '#base/shop-time.ts'
import type { DiscrepancyResponse } from '#features/payments/reconciliation/money-response.ts'
import { read } from '#platform/client/functions.ts'
import { saveFile } from '#platform/client/save-file.ts'
import { providerInTexts } from '#platform/payments/provider-info.ts'
import { AccountSection } from '#ui/account-section.tsx'
import { Button } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { toast } from '#ui/toast.ts'
import { daysLeft, explanationOf, titleOf } from './discrepancy-labels.ts'
import { useRepair } from './money-queries.ts'
import { RepairForm } from './repair-form.tsx'
import { type RepairOption, repairOptions } from './repair-options.ts'

/** The discrepancies that need the same kind of decision; nothing where there are none. */
export function DiscrepancyGroup({
  id,
  title,
  note,
  discrepancies,
  now,
}: {
  id: string
  title: string
  note: string
  discrepancies: DiscrepancyResponse[]
  now: string
}) {
  if (discrepancies.length === 0) return null
  return (
    <AccountSection id={id} title={title} note={note}>
      <ul aria-labelledby={id} className="-mt-5">
        {discrepancies.map((discrepancy) => (
          <DiscrepancyEntry key={discrepancy.id} discrepancy={discrepancy} now={now} />
        ))}
      </ul>
    </AccountSection>
  )
}

/** Customer and order, the meaning, both amounts, and the possible repairs. */
function DiscrepancyEntry({ discrepancy, now }: { discrepancy: DiscrepancyResponse; now: string }) {
  const [chosen, setChosen] = useState<RepairOption | null>(null)
  const { busy, repair } = useRepair(discrepancy)
  const options = repairOptions(discrepancy)

  function press(option: RepairOption) {
    if (option.isFinal) setChosen(option)
    else repair(option, null)
  }

  return (
    <li className="border-line border-b py-6 last:border-b-0">
      <Head discrepancy={discrepancy} now={now} />
      <p className="measure mt-2">{explanationOf(discrepancy, now)}</p>
      <Amounts discrepancy={discrepancy} />
      {chosen ? (
        <RepairForm option={chosen} busy={busy} onYes={(note) => repair(chosen, note)} onNo={() => setChosen(null)} />
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
                Open in {providerInTexts}
                <For discrepancy={discrepancy} />
              </span>
            </a>
          )}
        </div>
      )}
      {!chosen && options[0] && !options[0].isFinal && (
        <p className="measure mt-2 text-ink-soft text-small">{options[0].effect}</p>
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
        {name ?? (number ? 'A customer' : 'Unknown customer')}
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
        {due ? `Respond by ${formatShopTime(due)}` : `Found on ${formatShopTime(found_at)}`}
      </p>
    </>
  )
}

/** What the order says and what the provider says. */
function Amounts({
  discrepancy: { kind, ours_pence: ours, theirs_pence: theirs },
}: {
  discrepancy: DiscrepancyResponse
}) {
  const isDispute = kind === 'open_dispute'
  if (ours === null || theirs === null || kind === 'paid_twice' || (ours === theirs && !isDispute)) return null
  const figures: [string, Pence][] = [
    [isDispute ? 'paid' : 'order total', ours],
    [isDispute ? 'disputed' : 'payment provider', theirs],
  ]
  return (
    <dl className="mt-4 flex flex-wrap gap-x-12 gap-y-3">
      {figures.map(([name, amount]) => (
        <div key={name} className="flex flex-col-reverse">
          <dt className="text-ink-soft text-small">{name}</dt>
          <dd className="price font-serif text-title leading-none">{formatPence(amount)}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The customer and the order in the accessible name of a button. */
function For({ discrepancy: { order_number: number, customer_name: name } }: { discrepancy: DiscrepancyResponse }) {
  const whom = [name, number].filter(Boolean).join(', ')
  return whom ? <span className="sr-only">: {whom}</span> : null
}

/** Saves the evidence for the bank on this device. A plain link would not carry the session's token. */
function EvidenceButton({ discrepancy: { id, order_number: number } }: { discrepancy: DiscrepancyResponse }) {
  const { mutate, isPending: busy } = useMutation({
    mutationFn: () => read('dispute-evidence', { id }),
    onError: ({ message }) => toast({ title: 'Download failed', description: message, tone: 'error', about: 'money' }),
    onSuccess(html) {
      const name = `evidence-${number}.html`
      saveFile(name, html, 'text/html')
      void toast({
        title: 'Evidence saved',
        description: `${name} opens in a browser: print it to PDF and send it to the bank. It contains the customer’s address.`,
        tone: 'success',
        about: 'money',
      })
    },
  })

  return (
    <TextButton onClick={() => !busy && mutate()} aria-disabled={busy}>
      {busy ? 'Preparing…' : 'Download the evidence'}
      <span className="sr-only">: {number}</span>
    </TextButton>
  )
}
