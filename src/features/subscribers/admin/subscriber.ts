import { formatShopDate, formatShopTime } from '#ui/time/shop-time.ts'

/** `on`: may be written to; `unconfirmed`: has not yet followed the link of the first letter; `off`: said no, or the address takes no letters. */
export type State = 'on' | 'unconfirmed' | 'off'
export type Filter = State | 'all'

/** One entry of the list as GET subscribers gives it. Times are ISO. */
export type Subscriber = {
  id: string
  email: string
  state: State
  source: string
  consented_at: string
  /** She came by a file that does not say when she agreed: `consented_at` is when it was brought. */
  imported: boolean
  /** The words she agreed to; empty where none were kept. */
  consent_text: string
  confirmed_at: string | null
  unsubscribed_at: string | null
  unsubscribe_reason: string | null
  created_at: string
}

export type SubscriberPage = {
  subscribers: Subscriber[]
  /** Where the next page begins; null: this was the last. */
  next: string | null
  counts: Record<Filter, number>
}

export const filters: { id: Filter; name: string }[] = [
  { id: 'all', name: 'All' },
  { id: 'on', name: 'On the list' },
  { id: 'unconfirmed', name: 'Not confirmed' },
  { id: 'off', name: 'Off the list' },
]

/** The filter an address names; everybody where it names none we know. */
export function readFilter(named: string | null): Filter {
  return filters.find(({ id }) => id === named)?.id ?? 'all'
}

/** The query of GET subscribers and GET export-subscribers. */
export function queryOf({ state, q, after }: { state: Filter; q: string; after?: string | null }): string {
  return new URLSearchParams({ state, ...(q ? { q } : {}), ...(after ? { after } : {}) }).toString()
}

const reasons: Record<string, string> = {
  unsubscribed: 'Unsubscribed',
  complaint: 'Reported a letter as spam',
  bounced: 'Found to take no letters',
}

/** How somebody stands to the list, in a few words. */
export function standing({
  state,
  confirmed_at,
  consented_at,
  unsubscribed_at,
  unsubscribe_reason,
}: Subscriber): string {
  if (state === 'on') return `On the list since ${formatShopDate(confirmed_at ?? consented_at)}`
  if (state === 'unconfirmed') return 'Has not confirmed the address yet'
  const why = reasons[unsubscribe_reason ?? ''] ?? 'Said no'
  return unsubscribed_at ? `${why} on ${formatShopDate(unsubscribed_at)}` : why
}

/** When and where she agreed, or came by a file that does not say when she did. */
export function consentFacts({ imported, consented_at, source }: Subscriber): string {
  return `${imported ? 'Imported' : 'Agreed'} on ${formatShopTime(consented_at)}, ${source}`
}
