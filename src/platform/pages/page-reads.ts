import { AsyncLocalStorage } from 'node:async_hooks'
import type { SupabaseClient } from '@supabase/supabase-js'

/** A GET request that the loaders of a page sent, and the digest of its response. */
export type PageRead = { url: string; headers: [string, string][]; digest: string }

type Recorder = { reads: Map<string, PageRead>; isWhole: boolean }

const recording = new AsyncLocalStorage<Recorder>()

/**
 * Runs `work` and records what it reads through the API. `reads` returns null once it read something that cannot be
 * compared later, such as the response to a POST request.
 */
export function recordReads<T>(work: () => Promise<T>): { value: Promise<T>; reads(): PageRead[] | null } {
  const recorder: Recorder = { reads: new Map(), isWhole: true }
  const value = recording.run(recorder, work)
  return { value, reads: () => (recorder.isWhole ? [...recorder.reads.values()] : null) }
}

export function noteRead(read: PageRead): void {
  recording.getStore()?.reads.set(keyOf(read), read)
}

/** The page that is rendered now depends on something that cannot be read again: any change drops it. */
export function noteUnrepeatable(): void {
  const recorder = recording.getStore()
  if (recorder) recorder.isWhole = false
}

/** Adds reads that were recorded elsewhere, such as those of a value that several pages share. */
export function noteReads(reads: readonly PageRead[] | null): void {
  if (!reads) noteUnrepeatable()
  for (const read of reads ?? []) noteRead(read)
}

type ReadDigest = (read: PageRead) => Promise<string>
const checks = new WeakMap<SupabaseClient, { digest: ReadDigest; known: Map<string, Promise<string>> }>()

/** Allows `areUnchanged` for a client whose responses stay the same for as long as the client is used. */
export function enableReadChecks(client: SupabaseClient, digest: ReadDigest): void {
  checks.set(client, { digest, known: new Map() })
}

/** Whether the client gets the responses that were recorded. Each request is sent once for all pages. */
export async function areUnchanged(client: SupabaseClient, reads: readonly PageRead[]): Promise<boolean> {
  const check = checks.get(client)
  if (!check) return false
  const { digest, known } = check
  const same = await Promise.all(
    reads.map(async (read) => {
      const key = keyOf(read)
      const asked = known.get(key) ?? digest(read)
      known.set(key, asked)
      asked.catch(() => known.delete(key))
      return (await asked) === read.digest
    }),
  )
  return same.every(Boolean)
}

function keyOf({ url, headers }: PageRead): string {
  return `${url} ${headers.join(' ')}`
}
