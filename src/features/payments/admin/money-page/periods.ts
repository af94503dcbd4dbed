import { formatDayAndYear, formatShortDay, isoDay } from '#base/calendar-day.ts'

/** A span of days, both included: 'YYYY-MM-DD'. `parts`: the rows of its table; null for a row a day. */
export type Period = { id: string; name: string; from: string; to: string; parts: Part[] | null }
type Part = { name: string; from: string; to: string }

const mostMonths = 24
/** Records are kept for as many tax years and the present one. */
const mostYears = 7

const monthName = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** The months and tax years since the first payment, the latest of each first. */
export function listPeriods(firstDay: string | null, today: string): { months: Period[]; years: Period[] } {
  const first = firstDay ?? today
  const latest = new Date(`${today.slice(0, 7)}-01`)
  const months = Array.from({ length: mostMonths }, (_, back) => monthOf(latest, back))
  const years = Array.from({ length: mostYears }, (_, back) => taxYearOf(startOfTaxYear(today) - back))
  const isKnown = ({ to }: Period) => to >= first
  return { months: months.filter(isKnown), years: years.filter(isKnown) }
}

function monthOf(latest: Date, back: number): Period {
  const [year, month] = [latest.getUTCFullYear(), latest.getUTCMonth() - back]
  const from = dayOf(year, month, 1)
  return { id: from, name: monthName.format(new Date(from)), from, to: dayOf(year, month + 1, 0), parts: null }
}

/** The year in which the tax year of a day begins. */
function startOfTaxYear(day: string): number {
  const year = Number(day.slice(0, 4))
  return day.slice(5) >= '04-06' ? year : year - 1
}

/** From 6 April to 5 April, in the quarters of Making Tax Digital. */
function taxYearOf(year: number): Period {
  const [from, to] = [dayOf(year, 3, 6), dayOf(year + 1, 3, 5)]
  const parts = [0, 1, 2, 3].map((quarter) => {
    const part = { from: dayOf(year, 3 + quarter * 3, 6), to: dayOf(year, 6 + quarter * 3, 5) }
    return { name: `${formatShortDay(part.from)} to ${formatShortDay(part.to)}`, ...part }
  })
  const name = `Tax year ${year}/${String(year + 1).slice(2)}`
  return { id: from, name, from, to, parts }
}

function dayOf(year: number, month: number, day: number): string {
  return isoDay(new Date(Date.UTC(year, month, day)))
}

/** '6 April 2026 to 5 April 2027'. */
export function spanLabel({ from, to }: Pick<Period, 'from' | 'to'>): string {
  return `${formatDayAndYear(new Date(from))} to ${formatDayAndYear(new Date(to))}`
}
