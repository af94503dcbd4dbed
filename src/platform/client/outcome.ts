import type { FunctionsHttpError } from '@supabase/supabase-js'
import { loadBackend } from './backend-client.ts'
import { type Problem, problemOf } from './problem-words.ts'

/** What came of something tried: its value, or why it was not done. */
export type Outcome<Value> = { value: Value } | Problem

/** Does something with the backend and gives what came of it; no connection is a problem like any other. */
export async function attempt<Answer extends { data: unknown; error: unknown }>(
  work: (backend: Awaited<ReturnType<typeof loadBackend>>) => Promise<Answer>,
): Promise<Outcome<Answer['data']>> {
  try {
    const { data, error } = await work(await loadBackend())
    return error ? problemOf(error) : { value: data }
  } catch (error) {
    return problemOf(error)
  }
}

/** Calls a function of the account: with a body POST, else GET. */
export function askFunction<Value>(name: string, body?: Record<string, unknown>): Promise<Outcome<Value>> {
  return attempt(async (backend) => {
    const options = body ? { body } : { method: 'GET' as const }
    const { data, error } = await backend.functions.invoke<Value>(name, options)
    return { data: data as Value, error: error ? await readError(error) : null }
  })
}

/** What the function itself said; where it said nothing readable, the error as it is. */
async function readError(error: unknown): Promise<unknown> {
  const response = (error as Partial<FunctionsHttpError>).context
  if (!(response instanceof Response)) return error
  const body: unknown = await response.json().catch(() => null)
  return body && typeof body === 'object' ? { ...body, status: response.status } : error
}
