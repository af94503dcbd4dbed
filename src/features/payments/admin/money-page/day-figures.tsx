import { useState } from 'react'
import { shopToday } from '#admin/shop-now.ts'
import { formatShortWeekday } from '#base/calendar-day.ts'
import { formatPence, pence, sumPence } from '#base/money.ts'
import { type DayResponse, hasMovement, type MoneyResponse } from '#features/payments/reconciliation/money-response.ts'
import type { ProviderName } from '#platform/payments/providers.ts'
import { AccountSection } from '#ui/account-section.tsx'
import { LoadingSkeleton } from '#ui/loading-skeleton.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { WideTable } from '#ui/wide-table.tsx'
import { ExportMoney, ProviderAccount } from './books.tsx'
import { useMoneyDays } from './money-queries.ts'
import { listPeriods, type Period, spanLabel } from './periods.ts'

const columns = [
  ['paid_pence', 'Paid'],
  ['given_back_pence', 'Refunded'],
  ['disputed_pence', 'Disputed'],
] as const

/** What came in and went out in a chosen time, by day or by quarter, and its file for an accountant. */
export function DayFigures({ money }: { money: MoneyResponse }) {
  const last: Period = {
    id: 'last',
    name: `The last ${money.days.length} days`,
    from: money.days.at(-1)?.day ?? shopToday(),
    to: money.days[0]?.day ?? shopToday(),
    parts: null,
  }
  const { months, years } = listPeriods(money.first_day, shopToday())
  const [chosen, setChosen] = useState(last.id)
  const period = [...months, ...years].find(({ id }) => id === chosen) ?? last
  const { days: ofPeriod, problem } = useMoneyDays(period === last ? null : period)
  const days = period === last ? money.days : ofPeriod
  return (
    <AccountSection
      id="days"
      title="In and out"
      note="From the shop’s own records, each amount on its own day: a payment when it was paid, a refund when it was made. Payments made twice by mistake are left out."
    >
      <div className="max-w-96">
        <SelectField
          label="Period"
          value={period.id}
          onChange={({ target }) => setChosen(target.value)}
          choices={[last, ...years, ...months].map(({ id, name }) => ({ id, name }))}
          prompt={null}
          hint={spanLabel(period)}
        />
      </div>
      {!days && (
        <div className="mt-6">
          {problem ? <p role="alert">{problem}</p> : <LoadingSkeleton label="Loading figures" count={3} />}
        </div>
      )}
      {days && <Figures period={period} days={days} provider={money.provider} />}
    </AccountSection>
  )
}

type Row = Omit<DayResponse, 'day'> & { id: string; name: string }

function Figures({ period, days, provider }: { period: Period; days: DayResponse[]; provider: ProviderName }) {
  const rows = rowsOf(period, days)
  const [paid, refunded] = [
    sumPence(days.map((day) => day.paid_pence)),
    sumPence(days.map((day) => day.given_back_pence)),
  ]
  const sums = [
    ...columns.map(([key, name]) => ({ name, sum: sumPence(days.map((day) => day[key])) })),
    { name: 'Paid less refunded', sum: pence(paid - refunded) },
  ]
  return (
    <>
      <dl className="mt-6 flex flex-wrap gap-x-[clamp(1.5rem,4vw,3.5rem)] gap-y-4">
        {sums.map(({ name, sum }) => (
          <div key={name} className="flex flex-col-reverse">
            <dt className="text-ink-soft text-small">{name.toLowerCase()}</dt>
            <dd className={`price font-serif text-title leading-none ${sum === 0 ? 'text-ink-soft' : ''}`}>
              {formatPence(sum)}
            </dd>
          </div>
        ))}
      </dl>
      <ByHand days={days} />
      <Exchanged days={days} />
      <ProviderAccount key={period.id} period={period} provider={provider} />
      <p className="mt-4">
        <ExportMoney period={period} />
      </p>
      {rows.length === 0 ? (
        <p className="mt-6 text-ink-soft">No payments or refunds in this time.</p>
      ) : (
        <div className="mt-7">
          <WideTable label={period.parts ? 'Quarter by quarter' : 'Day by day'}>
            <table aria-labelledby="days" className="w-full text-left text-small">
              <thead className="text-ink-soft">
                <tr className="border-line border-b">
                  <th scope="col" className="py-1.5 pr-2 align-bottom font-medium leading-tight">
                    {period.parts ? 'Quarter' : 'Day'}
                  </th>
                  {columns.map(([key, name]) => (
                    <th
                      key={key}
                      scope="col"
                      className="w-[24%] py-1.5 pl-2 text-right align-bottom font-medium leading-tight"
                    >
                      {name}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {rows.map((row) => (
                  <tr key={row.id} className="border-line border-b align-baseline">
                    <th scope="row" className="py-2 pr-2 font-normal">
                      {row.name}
                      {row.payments > 0 && (
                        <span className="block text-ink-soft">
                          {row.payments === 1 ? '1 payment' : `${row.payments} payments`}
                        </span>
                      )}
                    </th>
                    {columns.map(([key]) => (
                      <td key={key} className={`price py-2 pl-2 text-right ${row[key] === 0 ? 'text-ink-soft' : ''}`}>
                        {row[key] === 0 ? <None /> : formatPence(row[key])}
                        {key === 'paid_pence' && row.cash_pence + row.bank_pence > 0 && (
                          <span className="block text-ink-soft">{handLabel(row)}</span>
                        )}
                        {key === 'paid_pence' && row.exchanged_pence > 0 && (
                          <span className="block text-ink-soft">{formatPence(row.exchanged_pence)} exchanged</span>
                        )}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </WideTable>
        </div>
      )}
    </>
  )
}

/** A row for each quarter, or for each day with a movement. */
function rowsOf({ parts }: Period, days: DayResponse[]): Row[] {
  if (!parts) {
    return days
      .filter(hasMovement)
      .map(({ day, ...figures }) => ({ id: day, name: formatShortWeekday(day), ...figures }))
  }
  return parts.map(({ name, from, to }) => {
    const own = days.filter(({ day }) => from <= day && day <= to)
    const sumOf = (key: Exclude<keyof DayResponse, 'day' | 'payments'>) => sumPence(own.map((day) => day[key]))
    return {
      id: from,
      name,
      payments: own.reduce((sum, { payments }) => sum + payments, 0),
      paid_pence: sumOf('paid_pence'),
      cash_pence: sumOf('cash_pence'),
      bank_pence: sumOf('bank_pence'),
      exchanged_pence: sumOf('exchanged_pence'),
      given_back_pence: sumOf('given_back_pence'),
      disputed_pence: sumOf('disputed_pence'),
    }
  })
}

/** What was taken by hand: the provider has no payment for it. */
function ByHand({ days }: { days: DayResponse[] }) {
  const [cash, bank] = [sumPence(days.map((day) => day.cash_pence)), sumPence(days.map((day) => day.bank_pence))]
  if (cash + bank === 0) return null
  return (
    <p className="mt-4 max-w-[38em]">
      Of what was paid, {handLabel({ cash_pence: cash, bank_pence: bank })} came to you without the payment provider, so
      the comparison below leaves it out.
    </p>
  )
}

/** What was sent back and paid for another order. */
function Exchanged({ days }: { days: DayResponse[] }) {
  const sum = sumPence(days.map((day) => day.exchanged_pence))
  if (sum === 0) return null
  return (
    <p className="mt-4 max-w-[38em]">
      Garments for {formatPence(sum)} were exchanged for returns. No money moved for these, so they aren’t in what was
      paid.
    </p>
  )
}

function handLabel({ cash_pence: cash, bank_pence: bank }: Pick<DayResponse, 'cash_pence' | 'bank_pence'>): string {
  const parts = [cash > 0 && `${formatPence(cash)} in cash`, bank > 0 && `${formatPence(bank)} by bank`]
  return parts.filter(Boolean).join(', ')
}

function None() {
  return (
    <>
      <span aria-hidden="true">–</span>
      <span className="sr-only">none</span>
    </>
  )
}
