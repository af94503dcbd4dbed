import { useEffect } from 'react'
import { paymentProviders } from '#platform/payments/providers.ts'
import { CouldNotLoad } from '#ui/could-not-load.tsx'
import { Lines } from '#ui/lines.tsx'
import { prepareToasts } from '#ui/toast.ts'
import type { MoneyResponse } from '../reconciliation/money-response.ts'
import { CompareNow } from './compare-now.tsx'
import { DayFigures } from './day-figures.tsx'
import { FindOrder } from './find-order.tsx'
import { DiscrepancyGroup } from './finding-group.tsx'
import { groups } from './finding-words.ts'
import { standing } from './money-words.ts'
import { NewsNotes } from './news-notes.tsx'
import { PastRuns } from './past-runs.tsx'
import { SeenTo } from './seen-to.tsx'
import { useMoney } from './use-money.ts'

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
      <NewsNotes news={money.news} now={money.now} />
      <Discrepancies money={money} look={look} />
      <FindOrder />
      <DayFigures days={money.days} />
      <SeenTo resolved={money.resolved} />
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
  const { answer, more } = standing(money)
  const isWell = money.waiting === 0 && !money.last_run?.failure
  return (
    <section
      aria-labelledby="standing"
      className="grid items-end gap-x-12 gap-y-6 py-[clamp(2rem,4vw,3.5rem)] lg:grid-cols-[minmax(0,1fr)_auto]"
    >
      <div className="min-w-0">
        <h2
          id="standing"
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
      <CompareNow running={money.running} look={look} />
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
