import type { SupabaseClient } from '@supabase/supabase-js'
import type { noteReads, recordReads } from './page-reads.ts'

// Loaders that also run in a browser import this file, and what records reads is for the server alone: `enableMemo`
// gets it.
type Recording = { record: typeof recordReads; note: typeof noteReads }
type Value = { value: Promise<unknown>; reads: ReturnType<typeof recordReads>['reads'] }
type Memo = Recording & { values: Map<string, Value> }

const memos = new WeakMap<SupabaseClient, Memo>()

/** Allows `memoizePerClient` for a client whose responses stay the same for as long as the client is used. */
export function enableMemo(backend: SupabaseClient, recording: Recording): void {
  memos.set(backend, { ...recording, values: new Map() })
}

/**
 * The value that `compute` derives from a client's responses, computed once per client and `name`. Callers must not
 * change it. A rejection is not stored. Without `enableMemo` it is computed at every call. Every page that uses the
 * value depends on what `compute` read.
 */
export async function memoizePerClient<T>(
  backend: SupabaseClient,
  name: string,
  compute: () => Promise<T>,
): Promise<T> {
  const memo = memos.get(backend)
  if (!memo) return compute()
  const { values, record, note } = memo
  const entry = values.get(name) ?? record(compute)
  if (!values.has(name)) {
    values.set(name, entry)
    entry.value.catch(() => values.delete(name))
  }
  try {
    return (await entry.value) as T
  } finally {
    note(entry.reads())
  }
}
