import type { Context } from 'hono'
import type { z } from 'zod'
import type { Claims, RequestContext } from '../database/db.ts'
import type { Env } from '../http/env.ts'
import { requestContextOf } from '../http/identity/signed-in.ts'
import type { TokenError } from '../http/identity/tokens.ts'
import { readText } from '../http/limits/body-limit.ts'
import { isStorable } from '../http/limits/storable-text.ts'
import { accessDenied, badSchema, tooLarge } from './storage-error.ts'

export type Caller = { claims: Claims; context: RequestContext }

/** The caller of a non-public route: a user, or the holder of an API key. Refuses a missing or invalid bearer token. */
export function callerOf(c: Context<Env>): Caller {
  const header = c.req.header('authorization')
  if (!header) throw badSchema("headers must have required property 'authorization'")
  const { tokenError } = c.var
  if (tokenError) throw accessDenied(messages[tokenError.reason] ?? tokenError.message)
  if (!/^Bearer\s+\S/i.test(header)) throw accessDenied('Invalid Compact JWS')
  return { claims: c.var.claims, context: requestContextOf(c) }
}

/** The owner of the objects that a user creates. */
export function ownerOf({ claims }: Caller): string | null {
  return claims.role === 'authenticated' && claims.sub ? claims.sub : null
}

const messages: Partial<Record<TokenError['reason'], string>> = {
  malformed: 'Invalid Compact JWS',
  unverified: 'signature verification failed',
  expired: '"exp" claim timestamp check failed',
  early: '"nbf" claim timestamp check failed',
}

/** Room for a thousand keys of maximum length. */
const largestBody = 2 * 1_048_576

/**
 * Parses the JSON body by a schema; refuses with the name of the wrong field. An empty body counts as an empty object.
 */
export async function readJson<Schema extends z.ZodType>(c: Context<Env>, schema: Schema): Promise<z.output<Schema>> {
  const text = await readText(c.req.raw, largestBody)
  if (text === null) throw tooLarge()
  const body = parse(text)
  if (!isStorable(body)) throw badSchema('body holds a character that cannot be stored')
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const path = issue?.path.join('/') ?? ''
  throw badSchema(`body${path && `/${path}`} ${issue?.message ?? 'is not as it should be'}`)
}

function parse(text: string): unknown {
  if (text.trim() === '') return {}
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) throw badSchema('body must be valid JSON')
    throw error
  }
}
