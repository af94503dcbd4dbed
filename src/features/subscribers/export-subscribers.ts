import type { Db } from '#platform/database/db.ts'
import type { Log } from '#platform/log.ts'
import { csvLine } from './csv.ts'
import { findSubscribers, type Subscriber, type SubscriberFilter } from './find-subscribers.ts'

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
] as const satisfies (keyof Subscriber)[]

/** Spreadsheet programs take a file for their country's own letters unless it begins so. */
const byteOrderMark = '\u{feff}'
const rowsAtOnce = 1_000

/**
 * The list as CSV, page by page as fast as it is taken, so that no more than a page is ever in memory. A fault breaks the
 * stream off: nobody takes half a list for the whole.
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
        // The answer has begun, so nobody above can word it.
        log.error({ error }, 'the list could not be written out to its end')
        throw error
      })
      const head = isFirst ? byteOrderMark + csvLine(columns) : ''
      controller.enqueue(encoder.encode(head + subscribers.map(lineOf).join('')))
      isFirst = false
      after = next
      if (next === null) controller.close()
    },
  })
}

function lineOf(subscriber: Subscriber): string {
  return csvLine(
    columns.map((name) => {
      const value = subscriber[name]
      return value instanceof Date ? value.toISOString() : (value ?? '')
    }),
  )
}
