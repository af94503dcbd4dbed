import type { SupabaseClient } from '@supabase/supabase-js'
import type { BodyOf, GetName, GetResponse, PostName, PostResponse, QueryOf } from '../http/contract.ts'

type Result<Value> = { data: Value; error: null } | { data: null; error: { context?: Response } }
export type Options = { timeoutMs?: number }

/** What is sent may be left out where nothing of it is required. */
export type Sent<Value> =
  Record<string, never> extends Value ? [value?: Value, options?: Options] : [value: Value, options?: Options]

/** The address of a GET below /functions/v1. */
export function pathOf<Name extends GetName>(name: Name, query: QueryOf<Name> | undefined): string {
  const sent = Object.entries<string>(query ?? {}).filter(([, value]) => value !== undefined)
  return sent.length > 0 ? `${name}?${new URLSearchParams(sent)}` : name
}

export function bodyOf(body: unknown): Record<string, unknown> {
  return { ...(body as object | undefined) }
}

/** Calls a GET endpoint by a client, a loader's or the browser's; in `error` is the response of a refusal. */
export function getFrom<Name extends GetName>(
  backend: SupabaseClient,
  name: Name,
  ...[query]: Sent<QueryOf<Name>>
): Promise<Result<GetResponse<Name>>> {
  return backend.functions.invoke<GetResponse<Name>>(pathOf(name, query), { method: 'GET' })
}

/** Calls a POST endpoint with a JSON body, otherwise like `getFrom`. */
export function postTo<Name extends PostName>(
  backend: SupabaseClient,
  name: Name,
  ...[body]: Sent<BodyOf<Name>>
): Promise<Result<PostResponse<Name>>> {
  return backend.functions.invoke<PostResponse<Name>>(name, { body: bodyOf(body) })
}
