import { formatShopDate, formatShopTime } from '#base/shop-time.ts'

/**
 * `on`: may get e-mail; `unconfirmed`: has not confirmed the sign-up yet; `off`: unsubscribed, complained, or the
 * address bounced.
 */
export type State = 'on' | 'unconfirmed' | 'off'
export type Filter = State | 'all'

/** One entry in the response of GET subscribers. Times are ISO 8601. */
export type Subscriber = {
  id: string
  email: string
  state: State
  source: string
  /** The source of an import as the owner typed it. */
  source_name: string | null
  consented_at: string
  /** Imported from a file without a consent date: `consented_at` is the time of the import. */
  imported: boolean
  /** The consent text; empty if none was stored. */
  consent_text: string
  confirmed_at: string | null
  unsubscribed_at: string | null
  unsubscribe_reason: string | null
  created_at: string
}

export type SubscriberPage = {
  subscribers: Subscriber[]
  /** The cursor of the next page; null on the last one. */
  next: string | null
  counts: Record<Filter, number>
}

export const filters: { id: Filter; name: string }[] = [
  { id: 'all', name: 'All' },
  { id: 'on', name: 'On the list' },
  { id: 'unconfirmed', name: 'Not confirmed' },
  { id: 'off', name: 'Off the list' },
]

/** The filter in the URL; the whole list for an unknown one. */
export function readFilter(named: string | null): Filter {
  return filters.find(({ id }) => id === named)?.id ?? 'all'
}

/** The query of GET subscribers and GET export-subscribers. */
export function queryOf({ state, q, after }: { state: Filter; q: string; after?: string | null }): string {
  return new URLSearchParams({ state, ...(q ? { q } : {}), ...(after ? { after } : {}) }).toString()
}

const reasons: Record<string, string> = {
  unsubscribed: 'Unsubscribed',
  complaint: 'Reported an e-mail as spam',
  bounced: 'Could not be delivered',
}

/** The state of an address in a few words. */
export function describeState({
  state,
  confirmed_at,
  consented_at,
  unsubscribed_at,
  unsubscribe_reason,
}: Subscriber): string {
  if (state === 'on') return `On the list since ${formatShopDate(confirmed_at ?? consented_at)}`
  if (state === 'unconfirmed') return 'Not confirmed yet'
  const why = reasons[unsubscribe_reason ?? ''] ?? 'Unsubscribed'
  return unsubscribed_at ? `${why} on ${formatShopDate(unsubscribed_at)}` : why
}

/** The time and place of the consent, or of the import of a file without them. */
export function consentFacts({ imported, consented_at, source, source_name }: Subscriber): string {
  return `${imported ? 'Imported' : 'Agreed'} on ${formatShopTime(consented_at)}, ${source_name ?? source}`
}
