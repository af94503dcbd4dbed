import { useEffect } from 'react'
import type { MoneyResponse } from '#features/payments/reconciliation/money-response.ts'
import { paymentProviders } from '#platform/payments/providers.ts'
import { Button } from '#ui/button.tsx'
import { CouldNotLoad } from '#ui/could-not-load.tsx'
import { LoadingSkeleton } from '#ui/loading-skeleton.tsx'
import { prepareToasts } from '#ui/toast.ts'
import { DayFigures } from './day-figures.tsx'
import { groups } from './discrepancy-labels.ts'
import { DiscrepancyGroup } from './discrepancy-list.tsx'
import { FindOrder } from './find-order.tsx'
import { moneySummary } from './money-labels.ts'
import { useMoney, useReconcile } from './money-queries.ts'
import { PastRuns } from './past-runs.tsx'
import { ResolvedDiscrepancies } from './resolved-discrepancies.tsx'
import { WebhookNotes } from './webhook-notes.tsx'

/** Whether all payments match, what the owner must decide, and the figures of each day. */
export function MoneyView() {
  const { money, problem, refetch } = useMoney()
  useEffect(prepareToasts, [])
  if (!money) {
    return (
      <div className="pt-[clamp(2rem,4vw,3.5rem)]">
        {problem ? (
          <CouldNotLoad problem={`The payments couldn’t be loaded. ${problem}`} onRetry={() => void refetch()} />
        ) : (
          <LoadingSkeleton label="Loading payments" count={4} />
        )}
      </div>
    )
  }
  return (
    <>
      <Summary money={money} problem={problem} />
      <WebhookNotes news={money.news} now={money.now} />
      <Discrepancies money={money} />
      <FindOrder />
      <DayFigures days={money.days} />
      <ResolvedDiscrepancies resolved={money.resolved} />
      <PastRuns runs={money.runs} />
    </>
  )
}

function Summary({ money, problem }: { money: MoneyResponse; problem: string | null }) {
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
          {money.running ? 'Payments are being checked now. ' : ''}
          {more}
          {!paymentProviders[money.provider].movesMoney && ' This is a rehearsal: no real money moves.'}
        </p>
        {problem && (
          <p role="alert" className="mt-5 max-w-[38em] border-mulberry border-l-2 pl-5">
            {problem} What is shown here may be out of date; we’ll keep checking.
          </p>
        )}
      </div>
      <ReconcileButton running={money.running} />
    </section>
  )
}

function Discrepancies({ money }: { money: MoneyResponse }) {
  const shown = money.discrepancies.length + money.open_disputes.length
  const all = Object.values(money.counts).reduce((sum, count) => sum + count, 0)
  return (
    <>
      <DiscrepancyGroup
        id="disputes"
        title="Disputes"
        note="A customer has asked their bank for the money back. Respond with your evidence; we prepare it for you."
        discrepancies={money.open_disputes}
        now={money.now}
      />
      {groups.map(({ id, title, note, kinds }) => (
        <DiscrepancyGroup
          key={id}
          id={id}
          title={title}
          note={note}
          discrepancies={money.discrepancies.filter(({ kind }) => kinds.includes(kind))}
          now={money.now}
        />
      ))}
      {all > shown && (
        <p className="border-line border-t py-6 text-ink-soft">
          and {all - shown} more, shown once these are resolved. So many at once usually have one cause: a restored
          backup, or the key of another account.
        </p>
      )}
    </>
  )
}

function ReconcileButton({ running }: { running: boolean }) {
  const { mutate, isPending } = useReconcile()
  const busy = isPending || running
  return (
    <Button tone="line" onClick={() => !busy && mutate()} aria-disabled={busy} className="justify-self-start">
      {busy ? 'Checking…' : 'Check now'}
    </Button>
  )
}
