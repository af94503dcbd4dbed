import type { SupabaseClient } from '@supabase/supabase-js'
import type { Role } from '../auth/roles.ts'

/**
 * A user's role in the back office; null for a customer. This decides only what pages show; the database decides what
 * the user may do. An error is logged and counts as none.
 */
export async function readRole(backend: Pick<SupabaseClient, 'from'>, userId: string): Promise<Role | null> {
  const { data, error } = await backend.from('user_roles').select('role').eq('user_id', userId).maybeSingle()
  // For most users there is no row; `maybeSingle` keeps that from being an error in the browser's console.
  if (!error) return data?.role ?? null
  if (error.code !== 'PGRST116') report(error)
  return null
}

function report(error: unknown): void {
  // biome-ignore lint/suspicious/noConsole: a browser has no other log
  console.error('The role of the signed-in user could not be read', error)
}
