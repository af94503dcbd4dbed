import { loadBackend } from '#infrastructure/backend-client.ts'
import { tellSessionChange } from './stored-session.ts'

/** Ends this browser's session and tells the page. Gives null when it is done, else what stood in the way. */
export async function signOut(): Promise<string | null> {
  const backend = await loadBackend()
  const { error } = await backend.auth.signOut({ scope: 'local' })
  tellSessionChange()
  return error?.message ?? null
}
