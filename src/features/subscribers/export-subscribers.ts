import { byteOrderMark, formatCsv } from '#platform/csv.ts'
import type { Db } from '#platform/database/db.ts'
import type { Log } from '#platform/log.ts'
import { findSubscribers } from './find-subscribers.ts'
import type { SubscriberFilter, SubscriberRow } from './subscribers.contract.ts'

const columns = [
  'email',
  'state',
  'source',
  'consented_at',
  'consent_text',
  'confirmed_at',
  'unsubscribed_at',
  'unsubscribe_reason',
  'created_at',
] as const satisfies (keyof SubscriberRow)[]

const rowsAtOnce = 1_000

/**
 * The subscribers of a filter as CSV. Rows are read a page at a time as the client reads, so memory holds one page. An
 * error aborts the response, so that the client cannot mistake a part of the list for all of it.
 */
export function exportSubscribers(
  { db, log }: { db: Db; log: Log },
  filter: SubscriberFilter,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let after: string | null = null
  let isFirst = true
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const page = db.asService((tx) => findSubscribers(tx, filter, { after, limit: rowsAtOnce }))
      const { subscribers, next } = await page.catch((error: unknown) => {
        // The response has started, so no error handler can change it.
        log.error({ error }, 'the export of the subscribers failed part-way')
        throw error
      })
      const head = isFirst ? byteOrderMark + formatCsv([columns]) : ''
      controller.enqueue(encoder.encode(head + formatCsv(subscribers.map(cellsOf))))
      isFirst = false
      after = next
      if (next === null) controller.close()
    },
  })
}

function cellsOf(subscriber: SubscriberRow): string[] {
  return columns.map((name) => {
    const value = subscriber[name]
    return value instanceof Date ? value.toISOString() : (value ?? '')
  })
}
