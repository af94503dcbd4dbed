import type { SupabaseClient } from '@supabase/supabase-js'
import { loadBackend } from './backend-client.ts'
import { type Problem, readProblem } from './problem.ts'

/** What came of asking the backend: its answer, or why there is none. */
export type Asked<Value> = { value: Value; problem?: undefined } | { value?: undefined; problem: Problem }

/** Asks the backend something about accounts. Never throws: no connection is a problem like any other. Browser only. */
export async function ask<Value>(
  question: (auth: SupabaseClient['auth']) => Promise<{ data: Value; error: unknown }>,
): Promise<Asked<Value>> {
  try {
    const { auth } = await loadBackend()
    const { data, error } = await question(auth)
    return error ? { problem: readProblem(error) } : { value: data }
  } catch (error) {
    return { problem: readProblem(error) }
  }
}
