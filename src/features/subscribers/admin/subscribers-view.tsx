import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { SearchField } from '#admin/search-field.tsx'
import { CouldNotLoad } from '#ui/could-not-load.tsx'
import { Lines } from '#ui/lines.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { prepareToasts, toast } from '#ui/toast.ts'
import { ExportList } from './export-list.tsx'
import { ImportForm } from './import-form.tsx'
import { NobodyHere } from './nobody-here.tsx'
import { StateFilter } from './state-filter.tsx'
import { readFilter } from './subscriber.ts'
import { SubscriberEntry } from './subscriber-entry.tsx'
import { useSubscribers } from './use-subscribers.ts'

/** Everybody who asked to be told, with what they agreed to; and the ways in and out of the list. */
export function SubscribersView() {
  const [query] = useSearchParams()
  const state = readFilter(query.get('state'))
  // What is searched for is somebody's address, so it does not stand in the page's.
  const [q, setQ] = useState('')
  const [importing, setImporting] = useState(false)
  const { listed, busy, reload, more } = useSubscribers({ state, q })
  const page = typeof listed === 'object' && 'subscribers' in listed ? listed : null
  useEffect(prepareToasts, [])

  async function showMore() {
    const problem = await more()
    if (problem) await toast({ title: 'Not shown', description: problem, tone: 'error', about: 'subscribers' })
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
      {importing && <ImportForm onImported={reload} onClose={() => setImporting(false)} />}
      <SearchField label="Search" placeholder="Part of an address" className="my-7" onSearch={setQ} />
      <h2 id="subscribers" tabIndex={-1} className="sr-only outline-none">
        The list
      </h2>
      {listed === 'loading' && <Lines label="Looking through the list" count={6} />}
      {typeof listed === 'object' && 'problem' in listed && (
        <CouldNotLoad problem={`The list could not be read. ${listed.problem}`} onRetry={reload} />
      )}
      {page && page.subscribers.length === 0 && <NobodyHere state={state} q={q} isEmpty={page.counts.all === 0} />}
      {page && page.subscribers.length > 0 && (
        <ul
          aria-labelledby="subscribers"
          aria-busy={busy}
          className="border-line border-t transition-opacity aria-busy:opacity-60"
        >
          {page.subscribers.map((subscriber) => (
            <SubscriberEntry key={subscriber.id} subscriber={subscriber} onChanged={reload} />
          ))}
        </ul>
      )}
      {page?.next && (
        <TextButton onClick={showMore} aria-disabled={busy} className="mt-4">
          {busy ? 'Looking…' : 'Show more'}
        </TextButton>
      )}
    </div>
  )
}
