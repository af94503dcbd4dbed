import type { SupabaseClient } from '@supabase/supabase-js'

/** The window's event when a session appeared, changed or went in this tab; other tabs have the browser's `storage`. */
export const sessionChanged = 'session-changed'

let client: Promise<SupabaseClient> | undefined
let aheadMs = 0

/**
 * The browser's client of our API, with the visitor's session where there is one. Its code is fetched at the first
 * call; a call that fails for want of a connection may be made again. Browser only.
 */
export function loadBackend(): Promise<SupabaseClient> {
  client ??= createBackend().catch((cause: unknown) => {
    client = undefined
    throw cause
  })
  return client
}

/** The server's time as its latest answer gave it, for the visitor's clock may be wrong by years. */
export function serverNow(): Date {
  return new Date(Date.now() + aheadMs)
}

async function createBackend(): Promise<SupabaseClient> {
  const { createClient } = await import('@supabase/supabase-js')
  const backend = createClient(window.location.origin, publicKey(), {
    // A link may carry the session of whoever made it, so none is taken from an address. A code is: it needs the
    // verifier of this browser.
    auth: { detectSessionInUrl: () => false },
    global: { fetch: fetchAndReadClock },
  })
  backend.auth.onAuthStateChange(() => window.dispatchEvent(new Event(sessionChanged)))
  return backend
}

/** The key every visitor may know, as the root writes it into the page. Browser only. */
export function publicKey(): string {
  const key = document.querySelector<HTMLMetaElement>('meta[name="backend-key"]')?.content
  if (!key) throw new Error('The page carries no key for the backend')
  return key
}

let send: typeof fetch = (...request) => fetch(...request)

/** Has the client's calls made by another function than the browser's fetch. */
export function sendThrough(sender: typeof fetch): void {
  send = sender
}

async function fetchAndReadClock(...request: Parameters<typeof fetch>): Promise<Response> {
  const response = await send(...request)
  const serverMs = Date.parse(response.headers.get('date') ?? '')
  if (Number.isFinite(serverMs)) aheadMs = serverMs - Date.now()
  return response
}
