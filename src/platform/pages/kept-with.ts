import type { SupabaseClient } from '@supabase/supabase-js'

const kept = new WeakMap<SupabaseClient, Map<string, Promise<unknown>>>()

/** Says of a client that its answers hold for as long as it is used. */
export function letRemember(backend: SupabaseClient): void {
  kept.set(backend, new Map())
}

/**
 * What is made of a backend's answers, made once for as long as the answers hold, under a name that says what it is.
 * Whoever gets it may not change it. A failure is not kept, and neither is anything for a client nobody spoke for.
 */
export function keptWith<T>(backend: SupabaseClient, name: string, make: () => Promise<T>): Promise<T> {
  const made = kept.get(backend)
  if (!made) return make()
  const known = made.get(name)
  if (known) return known as Promise<T>
  const making = make()
  made.set(name, making)
  making.catch(() => made.delete(name))
  return making
}
