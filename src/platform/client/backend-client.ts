import type { SupabaseClient } from '@supabase/supabase-js'

/**
 * The window's event when the session of this tab began, changed or ended; other tabs get the browser's `storage`
 * event.
 */
export const sessionChanged = 'session-changed'

let client: Promise<SupabaseClient> | undefined
let aheadMs = 0

/**
 * The browser's client of our API, with the visitor's session where there is one. The first call fetches its code;
 * after a failure without a connection, the next call tries again. Browser only.
 */
export function loadBackend(): Promise<SupabaseClient> {
  client ??= createBackend().catch((cause: unknown) => {
    client = undefined
    throw cause
  })
  return client
}

/** The server's time, from its latest response: the visitor's clock may be wrong by years. */
export function serverNow(): Date {
  return new Date(Date.now() + aheadMs)
}

async function createBackend(): Promise<SupabaseClient> {
  const { createClient } = await import('@supabase/supabase-js')
  const backend = createClient(window.location.origin, publicKey(), {
    // A link may carry the session of the person who made it, so no session is read from an address. A code is read,
    // since it works only with the verifier stored in this browser.
    auth: { detectSessionInUrl: () => false },
    global: { fetch: fetchAndReadClock },
  })
  backend.auth.onAuthStateChange(() => window.dispatchEvent(new Event(sessionChanged)))
  return backend
}

/** The public API key, which the root route writes into the page. Browser only. */
export function publicKey(): string {
  const key = document.querySelector<HTMLMetaElement>('meta[name="backend-key"]')?.content
  if (!key) throw new Error('The page carries no key for the backend')
  return key
}

let send: typeof fetch = (...request) => fetch(...request)

/** Replaces the browser's fetch as the function that makes the client's calls. */
export function sendThrough(sender: typeof fetch): void {
  send = sender
}

async function fetchAndReadClock(...request: Parameters<typeof fetch>): Promise<Response> {
  const response = await send(...request)
  const serverMs = Date.parse(response.headers.get('date') ?? '')
  if (Number.isFinite(serverMs)) aheadMs = serverMs - Date.now()
  return response
}
