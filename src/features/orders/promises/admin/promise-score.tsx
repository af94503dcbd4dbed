import { useQuery } from '@tanstack/react-query'
import { formatShortWeekday } from '#base/calendar-day.ts'
import { SettingCheck, SettingForm, useSettingForm } from '#features/settings/admin/setting-form.tsx'
import type { Settings } from '#features/settings/admin/settings.contract.ts'
import { useSaveSetting, useSettings } from '#features/settings/admin/settings-queries.ts'
import { read } from '#platform/client/functions.ts'
import { CouldNotLoad } from '#ui/could-not-load.tsx'
import { Link } from '#ui/link.tsx'
import { LoadingSkeleton } from '#ui/loading-skeleton.tsx'
import { orderKeys } from '../../admin/order-queries.ts'
import type { Score } from '../promises.contract.ts'
import { minShown } from '../score.ts'

/** How many first promises were kept in the last twelve months, by month and garment, and which were not. */
export function PromiseScore() {
  const {
    data: score,
    error,
    refetch,
  } = useQuery({
    queryKey: [...orderKeys.all, 'promises'],
    queryFn: () => read('promises'),
  })
  return (
    <section aria-labelledby="score">
      <h2 id="score" className="text-title leading-tight">
        Promises kept
      </h2>
      <div className="mt-5">
        {!score && error && <CouldNotLoad problem={error.message} onRetry={() => void refetch()} />}
        {!score && !error && <LoadingSkeleton label="Loading the score" count={3} />}
        {score && <Kept score={score} />}
      </div>
    </section>
  )
}

function Kept({ score }: { score: Score }) {
  const { all, months, garments, broken } = score
  const decided = all.kept + all.broken
  return (
    <>
      <p className="measure text-lead leading-[1.4]">
        {decided === 0
          ? 'No promised date of the last twelve months is over yet.'
          : `${all.kept} of ${decided} orders of the last twelve months left on or before the day you first gave.`}{' '}
        {all.open > 0 &&
          (all.open === 1 ? 'One has not left and is not late.' : `${all.open} have not left and are not late.`)}
      </p>
      <p className="mt-1 max-w-[38em] text-ink-soft text-small">
        A later date does not count: the first one does. An order that was cancelled or refunded in full after its date
        had passed counts as broken. Those that were cancelled in time, or handed over at once, are not counted.
      </p>
      <div className="mt-7 grid gap-x-12 gap-y-8 lg:grid-cols-2">
        <Table
          title="By month of the first promise"
          rows={months.map(({ month, ...counts }) => ({ name: monthName(month), ...counts }))}
        />
        <Table title="By garment" rows={garments} />
      </div>
      {broken.length > 0 && <BrokenPromises broken={broken} />}
      <ForShoppers sentence={score.sentence} />
    </>
  )
}

type Row = Score['all'] & { name: string }

function Table({ title, rows }: { title: string; rows: readonly Row[] }) {
  if (rows.length === 0) return null
  return (
    <table className="w-full self-start text-small">
      <caption className="label pb-2 text-left text-ink-soft">{title}</caption>
      <thead>
        <tr className="border-line border-b text-left">
          <th scope="col" className="py-2 font-normal text-ink-soft">
            <span className="sr-only">Name</span>
          </th>
          {['Kept', 'Broken', 'Open'].map((name) => (
            <th key={name} scope="col" className="w-16 py-2 text-right font-normal text-ink-soft">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="lining-nums tabular-nums">
        {rows.map(({ name, kept, broken, open }) => (
          <tr key={name} className="border-line border-b">
            <th scope="row" className="wrap-any py-2 text-left font-normal">
              {name}
            </th>
            <td className="py-2 text-right">{kept}</td>
            <td className={`py-2 text-right ${broken > 0 ? 'font-medium text-mulberry' : ''}`}>{broken}</td>
            <td className="py-2 text-right text-ink-soft">{open}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const month = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** '2030-01' as 'January 2030'. */
function monthName(id: string): string {
  return month.format(new Date(`${id}-01`))
}

function BrokenPromises({ broken }: { broken: Score['broken'] }) {
  return (
    <details className="group mt-6">
      <summary className="inline-flex min-h-11 items-center gap-x-3 hover:text-mulberry">
        <span
          aria-hidden="true"
          className="inline-block text-mulberry transition-transform duration-200 group-open:rotate-90"
        >
          ›
        </span>
        {broken.length === 1 ? 'The one that was broken' : 'Those that were broken'}, and why
      </summary>
      <ul className="max-w-[44rem] border-line border-t text-small">
        {broken.map(({ order_number: number, promised, later, left_on, ended_on }) => (
          <li key={number} className="border-line border-b py-2">
            <Link
              to={`/admin?tab=orders&order=${encodeURIComponent(number)}`}
              className="inline-flex min-h-8 items-center"
            >
              <span className="link">{number}</span>
            </Link>{' '}
            promised by {formatShortWeekday(promised)}, {left_on && `left on ${formatShortWeekday(left_on)}`}
            {!left_on && ended_on && `cancelled on ${formatShortWeekday(ended_on)}`}
            {!left_on && !ended_on && <span className="text-mulberry">has not left</span>}.
            {later.map(({ to, reason }) => (
              <span key={to} className="wrap-any block text-ink-soft">
                Delayed to {formatShortWeekday(to)}
                {reason ? `: “${reason}”` : ', without a reason'}
              </span>
            ))}
          </li>
        ))}
      </ul>
    </details>
  )
}

/** The sentence on the About page, which the owner may show. */
function ForShoppers({ sentence }: { sentence: string | null }) {
  const { data: settings } = useSettings()
  return (
    <div className="mt-8 max-w-[38em]">
      <h3 className="font-serif text-name leading-tight">For shoppers</h3>
      {sentence === null && (
        <p className="mt-2 text-ink-soft">
          From {minShown} orders on, you can show one sentence about this on your About page.
        </p>
      )}
      {settings && (sentence !== null || settings.shows_score.value) && (
        <ShowScore settings={settings} sentence={sentence} />
      )}
    </div>
  )
}

function ShowScore({ settings, sentence }: { settings: Settings; sentence: string | null }) {
  const save = useSaveSetting()
  const { value, version } = settings.shows_score
  const form = useSettingForm(value, (shown) => save('shows_score', shown), { name: 'shows_score', version })
  return (
    <SettingForm form={form} label="Show it on the About page" describe={(shown) => (shown ? 'Shown' : 'Not shown')}>
      <div>
        {sentence && <p className="mt-2 border-mulberry border-l-2 pl-4">“{sentence}”</p>}
        <SettingCheck checked={form.value} onChange={form.type}>
          Show this sentence on the About page
        </SettingCheck>
        <p className="text-ink-soft text-small">
          It counts every order, kept or not, and is brought up to date each night.
        </p>
      </div>
    </SettingForm>
  )
}
