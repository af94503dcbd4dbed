import type { SupabaseClient } from '@supabase/supabase-js'

/**
 * Whether somebody is an administrator. This decides what is shown; what may be done, the database decides. Whatever
 * stands in the way is logged and means no.
 */
export async function isAdministrator(backend: Pick<SupabaseClient, 'from'>, userId: string): Promise<boolean> {
  const { data, error } = await backend
    .from('user_roles')
    .select('role')
    .eq('user_id', userId)
    .eq('role', 'admin')
    .maybeSingle()
  // No such row is the answer for nearly everybody: asked for so, it is no error in anybody's console.
  if (!error) return data?.role === 'admin'
  if (error.code !== 'PGRST116') report(error)
  return false
}

function report(error: unknown): void {
  // biome-ignore lint/suspicious/noConsole: a browser has no other log
  console.error('Whether an administrator is signed in could not be asked', error)
}
