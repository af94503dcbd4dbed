import { formatShortWeekday } from '#base/calendar-day.ts'
import { formatPence, sumPence } from '#base/money.ts'
import type { DayResponse } from '#features/payments/reconciliation/money-response.ts'
import { AccountSection } from '#ui/account-section.tsx'
import { WideTable } from '#ui/wide-table.tsx'

const columns = [
  ['paid_pence', 'Paid'],
  ['given_back_pence', 'Refunded'],
  ['disputed_pence', 'Disputed'],
] as const

/** The payments and refunds of each day; days without any are left out. */
export function DayFigures({ days }: { days: DayResponse[] }) {
  const busy = days.filter((day) => day.payments + day.given_back_pence + day.disputed_pence + day.exchanged_pence > 0)
  return (
    <AccountSection
      id="days"
      title={`The last ${days.length} days`}
      note="From the shop’s own records, before the payment provider’s fees. Refunds count on the day they were made; payments made twice by mistake are left out."
    >
      <dl className="flex flex-wrap gap-x-[clamp(1.5rem,4vw,3.5rem)] gap-y-4">
        {columns.map(([key, name]) => {
          const sum = sumPence(days.map((day) => day[key]))
          return (
            <div key={key} className="flex flex-col-reverse">
              <dt className="text-ink-soft text-small">{name.toLowerCase()}</dt>
              <dd className={`price font-serif text-title leading-none ${sum > 0 ? '' : 'text-ink-soft'}`}>
                {formatPence(sum)}
              </dd>
            </div>
          )
        })}
      </dl>
      <ByHand days={days} />
      <Exchanged days={days} />
      {busy.length === 0 ? (
        <p className="mt-6 text-ink-soft">No payments or refunds in this time.</p>
      ) : (
        <div className="mt-7">
          <WideTable label="Day by day">
            <table aria-labelledby="days" className="w-full text-left text-small">
              <thead className="text-ink-soft">
                <tr className="border-line border-b">
                  <th scope="col" className="py-1.5 pr-2 align-bottom font-medium leading-tight">
                    Day
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
                {busy.map((day) => (
                  <tr key={day.day} className="border-line border-b align-baseline">
                    <th scope="row" className="py-2 pr-2 font-normal">
                      {formatShortWeekday(day.day)}
                      {day.payments > 0 && (
                        <span className="block text-ink-soft">
                          {day.payments === 1 ? '1 payment' : `${day.payments} payments`}
                        </span>
                      )}
                    </th>
                    {columns.map(([key]) => (
                      <td key={key} className={`price py-2 pl-2 text-right ${day[key] === 0 ? 'text-ink-soft' : ''}`}>
                        {day[key] === 0 ? <None /> : formatPence(day[key])}
                        {key === 'paid_pence' && day.cash_pence + day.bank_pence > 0 && (
                          <span className="block text-ink-soft">{handLabel(day)}</span>
                        )}
                        {key === 'paid_pence' && day.exchanged_pence > 0 && (
                          <span className="block text-ink-soft">{formatPence(day.exchanged_pence)} exchanged</span>
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
    </AccountSection>
  )
}

/** What the owner took herself: no payment of the provider stands behind it. */
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
