import { loadBackend } from '#infrastructure/backend-client.ts'

/**
 * Whether somebody is an administrator. This decides what is shown; what may be done, the database decides. Whatever stands
 * in the way is logged and means no.
 */
export async function isAdministrator(userId: string): Promise<boolean> {
  try {
    const backend = await loadBackend()
    const { data, error } = await backend
      .from('user_roles')
      .select('role')
      .eq('user_id', userId)
      .eq('role', 'admin')
      .single()
    if (!error) return data.role === 'admin'
    // No such row: most people are none.
    if (error.code !== 'PGRST116') report(error)
  } catch (error) {
    report(error)
  }
  return false
}

function report(error: unknown): void {
  // biome-ignore lint/suspicious/noConsole: what goes wrong in a browser has no other log
  console.error('The role of administrator could not be looked up', error)
}
