import { type Changes, type Freshness, newestReading } from './changes.ts'

/** What `read` returned last, and a reading for a caller that changed it and need not wait for the notification. */
export type CopyInMemory<T> = { value(): T; reread(): Promise<void> }

const againAfterMs = 1_000

/**
 * A copy in memory, read again whenever one of these tables changes. A failed read is retried, since no later change may
 * come.
 */
export async function keepInMemory<T>(
  { read, tables }: { read: () => Promise<T>; tables: readonly string[] },
  changes: Changes,
  { onFresh, onFault }: Freshness,
): Promise<CopyInMemory<T>> {
  let value: T
  const readNewest = newestReading(read, (found) => {
    value = found
  })
  const reread = () => readNewest().then(onFresh)
  await readNewest()

  let again: NodeJS.Timeout | undefined

  /** Schedules one retry, however many changes are announced meanwhile. */
  function readUntilDone(): void {
    reread().catch((error: unknown) => {
      onFault(error)
      clearTimeout(again)
      again = setTimeout(readUntilDone, againAfterMs).unref()
    })
  }

  changes.onChange((table) => {
    if (tables.includes(table) || table === '*') readUntilDone()
  })
  return { value: () => value, reread }
}
