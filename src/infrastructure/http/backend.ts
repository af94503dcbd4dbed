import { setTimeout as pause } from 'node:timers/promises'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import type { Changes } from '../db/changes.ts'

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
 * place of the network. What such a visitor reads is the same for all of them, so it is remembered until the data changes.
 */
export function createBackend({ fetch, anonKey, changes, againAfterMs = 1_000 }: Options): SupabaseClient {
  const kept = new Map<string, Kept>()
  let generation = 0
  changes.onChange(() => {
    generation += 1
    kept.clear()
  })

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
    const known = changes.listening() ? kept.get(key) : undefined
    if (known) return new Response(known.body, known)
    const madeIn = generation
    const response = await ask(request)
    if (!response.ok || !changes.listening()) return response
    const answer = {
      status: response.status,
      headers: [...response.headers] as [string, string][],
      body: await response.arrayBuffer(),
    }
    if (madeIn === generation) {
      kept.set(key, answer)
      const oldest = kept.keys().next().value
      if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest)
    }
    return new Response(answer.body, answer)
  }

  // The host is never resolved: nothing leaves the process.
  return createClient('http://shop.internal', anonKey, {
    global: { fetch: remember },
    // Its own tries wait for six seconds, and a visitor with them.
    db: { retry: false },
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
  })
}
