import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { SearchField } from '#admin/search-field.tsx'
import { shopToday } from '#admin/shop-now.ts'
import { formatCount } from '#base/counts.ts'
import { toRequestError } from '#platform/client/functions.ts'
import { shop } from '#shop'
import { CouldNotLoad } from '#ui/could-not-load.tsx'
import { Link } from '#ui/link.tsx'
import { LoadingSkeleton } from '#ui/loading-skeleton.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { prepareToasts, toast } from '#ui/toast.ts'
import type { Filter, SubscriberPage } from '../subscribers.contract.ts'
import { ImportForm } from './import-form.tsx'
import { filters, readFilter, SubscriberEntry } from './subscriber-entry.tsx'
import { useExportSubscribers, useSubscribers } from './subscriber-queries.ts'

/** The subscribers with their consent; import, export, unsubscribe and erase. */
export default function SubscribersPage() {
  const [query] = useSearchParams()
  const state = readFilter(query.get('state'))
  // The search text is personal data, so it is not part of the URL.
  const [q, setQ] = useState('')
  const [importing, setImporting] = useState(false)
  const list = useSubscribers({ state, q })
  const { isPending, isFetching, hasNextPage, refetch } = list
  const failure = list.isFetchNextPageError ? null : list.error
  const page = failure ? null : list.data
  useEffect(prepareToasts, [])

  async function showMore() {
    if (isFetching) return
    const { isFetchNextPageError, error } = await list.fetchNextPage()
    if (!isFetchNextPageError) return
    await toast({ title: 'Couldn’t load more', description: error?.message, tone: 'error', about: 'subscribers' })
  }

  return (
    <div className="pt-[clamp(1rem,2vw,1.75rem)]">
      <div className="flex flex-wrap items-end justify-between gap-x-12 gap-y-5">
        <StateFilter state={state} counts={page?.counts ?? null} />
        <div className="flex flex-wrap items-center gap-x-7">
          <TextButton onClick={() => setImporting(!importing)} aria-expanded={importing}>
            Import addresses
          </TextButton>
          <ExportList state={state} q={q} />
        </div>
      </div>
      {importing && <ImportForm onClose={() => setImporting(false)} />}
      <SearchField label="Search" placeholder="E-mail address" className="my-7" onSearch={setQ} />
      <h2 id="subscribers" tabIndex={-1} className="sr-only outline-none">
        The list
      </h2>
      {isPending && <LoadingSkeleton label="Loading subscribers" count={6} />}
      {failure && <CouldNotLoad problem={`The list couldn’t be loaded. ${failure.message}`} onRetry={refetch} />}
      {page && page.subscribers.length === 0 && <EmptyList state={state} q={q} isEmpty={page.counts.all === 0} />}
      {page && page.subscribers.length > 0 && (
        <ul
          aria-labelledby="subscribers"
          aria-busy={isFetching}
          className="border-line border-t transition-opacity aria-busy:opacity-60"
        >
          {page.subscribers.map((subscriber) => (
            <SubscriberEntry key={subscriber.id} subscriber={subscriber} />
          ))}
        </ul>
      )}
      {page && hasNextPage && (
        <TextButton onClick={showMore} aria-disabled={isFetching} className="mt-4">
          {isFetching ? 'Loading…' : 'Show more'}
        </TextButton>
      )}
    </div>
  )
}

/** The empty list: the reason, and the possible actions. */
function EmptyList({ state, q, isEmpty }: { state: Filter; q: string; isEmpty: boolean }) {
  if (isEmpty) {
    return (
      <p className="measure text-lead leading-[1.4]">
        No one has signed up yet. People who leave an address with “Notify Me”, on the coming-soon page or at the foot
        of Home, are listed here with the date and the wording they agreed to. You can also import a list you already
        have.
      </p>
    )
  }
  return (
    <p className="measure text-lead leading-[1.4]">
      {q ? (
        <>
          No address here contains <span className="wrap-any">“{q}”</span>.
        </>
      ) : (
        'No subscribers here.'
      )}{' '}
      {state !== 'all' && (
        <Link to="/admin/subscribers" className="link text-mulberry">
          Show all subscribers
        </Link>
      )}
    </p>
  )
}

/** The number of addresses in each state, as links to the filtered list. */
function StateFilter({ state, counts }: { state: Filter; counts: SubscriberPage['counts'] | null }) {
  return (
    <nav aria-label="Part of the list">
      <ul className="flex flex-wrap gap-x-[clamp(1.5rem,3vw,3rem)] gap-y-3">
        {filters.map(({ id, name }) => (
          <li key={id}>
            <Link
              to={id === 'all' ? '/admin/subscribers' : `/admin/subscribers?state=${id}`}
              aria-current={state === id ? 'true' : undefined}
              className="group/filter flex min-h-11 flex-col-reverse text-ink-soft hover:text-mulberry aria-[current]:text-mulberry"
            >
              <span>
                <span className="link bg-[length:0_1px] group-aria-[current]/filter:bg-[length:100%_1px]">{name}</span>
              </span>
              <span className="price font-serif text-title leading-none">{counts ? formatCount(counts[id]) : '–'}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Without it spreadsheet programs read the file in their country's own encoding. */
const byteOrderMark = '\u{feff}'

/** Downloads the filtered list as CSV. A plain link would lack the session's token. */
function ExportList({ state, q }: { state: Filter; q: string }) {
  const { mutateAsync, isPending: busy } = useExportSubscribers()

  async function save() {
    if (busy) return
    let csv: string
    try {
      csv = await mutateAsync({ state, q })
    } catch (error) {
      const description = toRequestError(error).message
      return toast({ title: 'Export failed', description, tone: 'error', about: 'subscribers' })
    }
    const name = `${shop.shortName}-subscribers-${shopToday()}.csv`
    saveAs(name, [byteOrderMark, csv])
    await toast({
      title: 'Exported',
      description: `${name} has been saved on this device. It contains personal details, so keep it safe.`,
      tone: 'success',
      about: 'subscribers',
    })
  }

  return (
    <TextButton onClick={save} aria-disabled={busy}>
      {busy ? 'Exporting…' : 'Export as CSV'}
    </TextButton>
  )
}

function saveAs(name: string, content: string[]): void {
  const address = URL.createObjectURL(new Blob(content, { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser has read the bytes long before this.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
