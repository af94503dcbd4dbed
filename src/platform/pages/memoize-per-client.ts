import type { SupabaseClient } from '@supabase/supabase-js'
import { noteReads, recordReads } from './page-reads.ts'

type Memo = { value: Promise<unknown>; reads: ReturnType<typeof recordReads>['reads'] }

const memos = new WeakMap<SupabaseClient, Map<string, Memo>>()

/** Allows `memoizePerClient` for a client whose responses stay the same for as long as the client is used. */
export function enableMemo(backend: SupabaseClient): void {
  memos.set(backend, new Map())
}

/**
 * The value that `compute` derives from a client's responses, computed once per client and `name`. Callers must not change
 * it. A rejection is not stored. Without `enableMemo` it is computed at every call. Every page that uses the value depends
 * on what `compute` read.
 */
export async function memoizePerClient<T>(
  backend: SupabaseClient,
  name: string,
  compute: () => Promise<T>,
): Promise<T> {
  const memo = memos.get(backend)
  if (!memo) return compute()
  const entry = memo.get(name) ?? recordReads(compute)
  if (!memo.has(name)) {
    memo.set(name, entry)
    entry.value.catch(() => memo.delete(name))
  }
  const value = await entry.value
  noteReads(entry.reads())
  return value as T
}
