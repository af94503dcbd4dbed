import { formatShopDate, formatShopTime } from '#base/shop-time.ts'
import type { Filter, Subscriber } from '../subscribers.contract.ts'

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
