import type { SupabaseClient } from '@supabase/supabase-js'

const memos = new WeakMap<SupabaseClient, Map<string, Promise<unknown>>>()

/** Allows `memoizePerClient` for a client whose responses stay the same for as long as the client is used. */
export function enableMemo(backend: SupabaseClient): void {
  memos.set(backend, new Map())
}

/**
 * The value that `compute` derives from a client's responses, computed once per client and `name`. Callers must not change
 * it. A rejection is not stored. Without `enableMemo` it is computed at every call.
 */
export function memoizePerClient<T>(backend: SupabaseClient, name: string, compute: () => Promise<T>): Promise<T> {
  const memo = memos.get(backend)
  if (!memo) return compute()
  const stored = memo.get(name)
  if (stored) return stored as Promise<T>
  const value = compute()
  memo.set(name, value)
  value.catch(() => memo.delete(name))
  return value
}
