import { setTimeout as pause } from 'node:timers/promises'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { type Changes, pagesShow } from '../database/changes.ts'
import { enableMemo } from './memoize-per-client.ts'

type Fetch = (request: Request) => Response | Promise<Response>
type Options = {
  fetch: Fetch
  anonKey: string
  changes: Pick<Changes, 'onChange' | 'listening'>
  againAfterMs?: number
}
type CachedApiResponse = { status: number; headers: [string, string][]; body: ArrayBuffer }

/** Past this number the oldest response is dropped. Pages send a few dozen different requests. */
const maxResponses = 500

/**
 * The API client of page loaders: unmodified supabase-js as an anonymous visitor, with the application in place of the
 * network. All such visitors read the same data, so a client caches responses, and `memoizePerClient` what is derived
 * from them. A change of the data starts a new client with an empty cache; while changes cannot be received, every call
 * gets its own client.
 */
export function createBackend({ changes, ...options }: Options): () => SupabaseClient {
  let current: SupabaseClient | null = null
  changes.onChange((table) => {
    if (pagesShow(table)) current = null
  })
  return () => {
    if (!changes.listening()) return openClient(options)
    current ??= openClient(options)
    return current
  }
}

function openClient({ fetch, anonKey, againAfterMs = 1_000 }: Omit<Options, 'changes'>): SupabaseClient {
  const responses = new Map<string, CachedApiResponse>()

  /** Retries a 503 once after a pause, because a restarting database is soon back, unless the request took long already. */
  async function retryOnce(request: Request): Promise<Response> {
    const startedMs = performance.now()
    const response = await fetch(request)
    if (response.status !== 503 || performance.now() - startedMs > againAfterMs) return response
    await pause(againAfterMs)
    return fetch(new Request(request))
  }

  async function remember(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    const request = new Request(input, init)
    const isReading = request.method === 'GET' && new URL(request.url).pathname.startsWith('/rest/v1/')
    if (!isReading) return fetch(request)
    const key = `${request.url} ${request.headers.get('accept') ?? ''} ${request.headers.get('prefer') ?? ''}`
    const known = responses.get(key)
    if (known) return new Response(known.body, known)
    const response = await retryOnce(request)
    if (!response.ok) return response
    const cached = {
      status: response.status,
      headers: [...response.headers] as [string, string][],
      body: await response.arrayBuffer(),
    }
    responses.set(key, cached)
    const oldest = responses.keys().next().value
    if (responses.size > maxResponses && oldest !== undefined) responses.delete(oldest)
    return new Response(cached.body, cached)
  }

  // The host is never resolved: requests stay in the process.
  const client = createClient('http://shop.internal', anonKey, {
    global: { fetch: remember },
    // The client's own retries would take six seconds.
    db: { retry: false },
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
  })
  enableMemo(client)
  return client
}
