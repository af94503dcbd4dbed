import { useEffect } from 'react'
import type { MoneyResponse } from '#features/payments/reconciliation/money-response.ts'
import { paymentProviders } from '#platform/payments/providers.ts'
import { CouldNotLoad } from '#ui/could-not-load.tsx'
import { Lines } from '#ui/lines.tsx'
import { prepareToasts } from '#ui/toast.ts'
import { DayFigures } from './day-figures.tsx'
import { DiscrepancyGroup } from './discrepancy-group.tsx'
import { groups } from './discrepancy-labels.ts'
import { FindOrder } from './find-order.tsx'
import { moneySummary } from './money-labels.ts'
import { PastRuns } from './past-runs.tsx'
import { ReconcileButton } from './reconcile-button.tsx'
import { ResolvedDiscrepancies } from './resolved-discrepancies.tsx'
import { useMoney } from './use-money.ts'
import { WebhookNotes } from './webhook-notes.tsx'

/** Whether the money is right, what asks something of her, and what came and went each day. */
export function MoneyView() {
  const { money, problem, look } = useMoney()
  useEffect(prepareToasts, [])
  if (!money) {
    return (
      <div className="pt-[clamp(2rem,4vw,3.5rem)]">
        {problem ? (
          <CouldNotLoad problem={`How the money stands could not be read. ${problem}`} onRetry={look} />
        ) : (
          <Lines label="Looking how the money stands" count={4} />
        )}
      </div>
    )
  }
  return (
    <>
      <Standing money={money} problem={problem} look={look} />
      <WebhookNotes news={money.news} now={money.now} />
      <Discrepancies money={money} look={look} />
      <FindOrder />
      <DayFigures days={money.days} />
      <ResolvedDiscrepancies resolved={money.resolved} />
      <PastRuns runs={money.runs} />
    </>
  )
}

function Standing({
  money,
  problem,
  look,
}: {
  money: MoneyResponse
  problem: string | null
  look: () => Promise<void>
}) {
  const { answer, more } = moneySummary(money)
  const isWell = money.waiting === 0 && !money.last_run?.failure
  return (
    <section
      aria-labelledby="money-summary"
      className="grid items-end gap-x-12 gap-y-6 py-[clamp(2rem,4vw,3.5rem)] lg:grid-cols-[minmax(0,1fr)_auto]"
    >
      <div className="min-w-0">
        <h2
          id="money-summary"
          tabIndex={-1}
          className={`max-w-[24em] text-title leading-tight outline-none ${isWell ? '' : 'text-mulberry'}`}
        >
          {answer}
        </h2>
        <p role="status" className="measure mt-3 text-ink-soft">
          {money.running ? 'The books are being compared just now. ' : ''}
          {more}
          {!paymentProviders[money.provider].movesMoney && ' This is a rehearsal: no real money moves.'}
        </p>
        {problem && (
          <p role="alert" className="mt-5 max-w-[38em] border-mulberry border-l-2 pl-5">
            {problem} What is shown here may be out of date; we’ll keep checking.
          </p>
        )}
      </div>
      <ReconcileButton running={money.running} look={look} />
    </section>
  )
}

function Discrepancies({ money, look }: { money: MoneyResponse; look: () => Promise<void> }) {
  const shown = money.discrepancies.length + money.open_disputes.length
  const all = Object.values(money.counts).reduce((sum, count) => sum + count, 0)
  return (
    <>
      <DiscrepancyGroup
        id="disputes"
        title="Disputes"
        note="A customer asked her bank for the money back. Answer with what you can show; the evidence is put together for you."
        discrepancies={money.open_disputes}
        now={money.now}
        look={look}
      />
      {groups.map(({ id, title, note, kinds }) => (
        <DiscrepancyGroup
          key={id}
          id={id}
          title={title}
          note={note}
          discrepancies={money.discrepancies.filter(({ kind }) => kinds.includes(kind))}
          now={money.now}
          look={look}
        />
      ))}
      {all > shown && (
        <p className="border-line border-t py-6 text-ink-soft">
          and {all - shown} more, shown when these are seen to. So many at once usually have one cause: a restored
          backup, or the key of another account.
        </p>
      )}
    </>
  )
}
