import type { SupabaseClient } from '@supabase/supabase-js'

/**
 * Whether a user is an administrator. This decides only what pages show; the database decides what the user may do. An
 * error is logged and counts as no.
 */
export async function isAdministrator(backend: Pick<SupabaseClient, 'from'>, userId: string): Promise<boolean> {
  const { data, error } = await backend
    .from('user_roles')
    .select('role')
    .eq('user_id', userId)
    .eq('role', 'admin')
    .maybeSingle()
  // For most users there is no row; `maybeSingle` keeps that from being an error in the browser's console.
  if (!error) return data?.role === 'admin'
  if (error.code !== 'PGRST116') report(error)
  return false
}

function report(error: unknown): void {
  // biome-ignore lint/suspicious/noConsole: a browser has no other log
  console.error('Whether an administrator is signed in could not be asked', error)
}
