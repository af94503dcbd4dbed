import type { SupabaseClient } from '@supabase/supabase-js'
import { siteStore } from './browser-store.ts'
import { notifySessionChange } from './stored-session.ts'

let client: Promise<SupabaseClient> | undefined
let aheadMs = 0
let serverVersion: string | null = null

/**
 * The browser's supabase-js client of this server's API, with the stored session if there is one. Its code is loaded at
 * the first call; after a failed load the next call tries again. Browser only.
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

/**
 * Whether the latest response came from a program that renders another version of the pages: what this page reads may
 * have other names there.
 */
export function isOutdatedPage(): boolean {
  const { version } = (window as { __reactRouterManifest?: { version?: string } }).__reactRouterManifest ?? {}
  return serverVersion !== null && version !== undefined && serverVersion !== version
}

async function createBackend(): Promise<SupabaseClient> {
  const { createClient } = await import('@supabase/supabase-js')
  const backend = createClient(window.location.origin, publicKey(), {
    // No session is read from a URL: a link may carry the session of the person who sent it. A code is read, because it
    // needs the verifier that this browser stored.
    auth: { detectSessionInUrl: () => false, storage: siteStore },
    global: { fetch: fetchAndReadHeaders },
  })
  backend.auth.onAuthStateChange(notifySessionChange)
  return backend
}

/** The anonymous API key, which the root route writes into the page. Browser only. */
export function publicKey(): string {
  const key = document.querySelector<HTMLMetaElement>('meta[name="backend-key"]')?.content
  if (!key) throw new Error('The page carries no key for the backend')
  return key
}

async function fetchAndReadHeaders(...request: Parameters<typeof fetch>): Promise<Response> {
  const response = await fetchAgainAfterSignIn(...request)
  const serverMs = Date.parse(response.headers.get('date') ?? '')
  if (Number.isFinite(serverMs)) aheadMs = serverMs - Date.now()
  serverVersion = response.headers.get('x-pages-version') ?? serverVersion
  return response
}

/** Requests a new sign-in. Returns the new access token; null without one. */
type RenewSession = () => Promise<string | null>

let renewSession: RenewSession | null = null
const repeatTimeoutMs = 60_000

/**
 * Sets what happens when a request is refused because its session has ended: the request waits for `renew` and is then
 * sent once more with the new token. Returns a function that removes `renew`.
 */
export function onSessionEnd(renew: RenewSession): () => void {
  renewSession = renew
  return () => {
    if (renewSession === renew) renewSession = null
  }
}

/** A new access token after a refusal, for requests outside the client; null without one. */
export async function renewAccessToken(): Promise<string | null> {
  return renewSession ? renewSession() : null
}

async function fetchAgainAfterSignIn(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const response = await fetch(input, init)
  // The sign-in handles the refusals of /auth/v1 itself.
  if (response.status !== 401 || String(input).includes('/auth/v1/')) return response
  const token = await renewAccessToken()
  if (!token) return response
  const headers = new Headers(init.headers)
  headers.set('Authorization', `Bearer ${token}`)
  // The caller's own time limit ran out during the sign-in.
  return fetch(input, { ...init, headers, signal: AbortSignal.timeout(repeatTimeoutMs) })
}
