import { setTimeout as pause } from 'node:timers/promises'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { type Changes, pagesShow } from '../database/changes.ts'
import { letRemember } from './kept-with.ts'

type Fetch = (request: Request) => Response | Promise<Response>
type Options = {
  fetch: Fetch
  anonKey: string
  changes: Pick<Changes, 'onChange' | 'listening'>
  againAfterMs?: number
}
type Kept = { status: number; headers: [string, string][]; body: ArrayBuffer }

/** More answers than this and the oldest is forgotten; pages ask for a few dozen. */
const maxKept = 500

/**
 * The website's own client of the API: an anonymous visitor through unmodified supabase-js, handed the application in
 * place of the network. What such a visitor reads is the same for all of them, so a client remembers it, and `keptWith`
 * what was made of it. After a change of the data there is a new client, who remembers nothing; while changes cannot be
 * heard, every caller gets one of his own.
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
  const kept = new Map<string, Kept>()

  /** A database that is starting again is back in a moment: worth one more try, unless it has been waited for already. */
  async function ask(request: Request): Promise<Response> {
    const askedMs = performance.now()
    const response = await fetch(request)
    if (response.status !== 503 || performance.now() - askedMs > againAfterMs) return response
    await pause(againAfterMs)
    return fetch(new Request(request))
  }

  async function remember(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    const request = new Request(input, init)
    const isReading = request.method === 'GET' && new URL(request.url).pathname.startsWith('/rest/v1/')
    if (!isReading) return fetch(request)
    const key = `${request.url} ${request.headers.get('accept') ?? ''} ${request.headers.get('prefer') ?? ''}`
    const known = kept.get(key)
    if (known) return new Response(known.body, known)
    const response = await ask(request)
    if (!response.ok) return response
    const answer = {
      status: response.status,
      headers: [...response.headers] as [string, string][],
      body: await response.arrayBuffer(),
    }
    kept.set(key, answer)
    const oldest = kept.keys().next().value
    if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest)
    return new Response(answer.body, answer)
  }

  // The host is never resolved: nothing leaves the process.
  const client = createClient('http://shop.internal', anonKey, {
    global: { fetch: remember },
    // Its own tries wait for six seconds, and a visitor with them.
    db: { retry: false },
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
  })
  letRemember(client)
  return client
}
