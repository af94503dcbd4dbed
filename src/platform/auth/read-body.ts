import type { Context } from 'hono'
import { z } from 'zod'
import { typedAddress } from '#platform/email/address.ts'
import type { Env } from '#platform/http/env.ts'
import { isStorable } from '#platform/http/limits/storable-text.ts'
import { readTyped } from '#platform/text/typed-text.ts'
import { AuthError, invalid } from './auth-error.ts'

/**
 * The JSON body parsed by a schema; unknown fields are dropped. An empty body reads as `{}`: clients send the header
 * without one. Refuses 400 `bad_json`, and 400 `validation_failed` for a body that does not fit the schema.
 */
export async function readBody<Schema extends z.ZodType>(c: Context<Env>, schema: Schema): Promise<z.output<Schema>> {
  const text = await c.req.text()
  let body: unknown = {}
  if (text.trim() !== '') {
    try {
      body = JSON.parse(text)
    } catch (cause) {
      throw new AuthError(400, 'bad_json', 'Could not parse request body as JSON', { cause })
    }
  }
  if (!isStorable(body)) throw invalid('The body holds a character that cannot be stored')
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new AuthError(400, 'bad_json', 'The body must be a JSON object')
  }
  return schema.parse(body)
}

/** Optional text: absent, null and empty mean the same. */
export const optionalText = z
  .string()
  .nullish()
  .transform((text) => text || undefined)

/** A user's own metadata: an object of at most 16 KiB as text, with storable content. */
export const metadata = z
  .record(z.string(), z.unknown())
  // Checked first: serializing endlessly nested data would overflow the stack.
  .refine((data) => nestsAtMost(deepest, data), { message: 'is nested too deeply', abort: true })
  .refine((data) => JSON.stringify(data).length <= 16_384, 'is too large')

const deepest = 50

/** The nesting limit of PostgreSQL's `jsonb` parser. */
function nestsAtMost(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true
  return levels > 0 && Object.values(value).every((each) => nestsAtMost(levels - 1, each))
}

/** An address in lower case. Refuses 400 with the text that clients look for. */
export function readEmail(email: string | undefined): string {
  const typed = email ?? ''
  if (typed.trim() === '') throw invalid('An email address is required')
  const address = typedAddress(typed)
  if (!address) throw invalid('Unable to validate email address: invalid format')
  return address.toLowerCase()
}

export function isUuid(text: unknown): text is string {
  return typeof text === 'string' && /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text)
}

/** A telephone number in E.164, its digits only. Refuses 400 `validation_failed`. */
export function readPhone(phone: string): string {
  const figures = readTyped(phone).replace(/[\s+]/g, '')
  if (!/^[1-9]\d{1,14}$/.test(figures)) throw invalid('Invalid phone number format (E.164 required)')
  return figures
}

/**
 * A user's own metadata, changed key by key; null deletes a key. No rights depend on it, so any content
 * is allowed. Refuses 400 where the whole would be too large.
 */
export function mergeMetadata(stored: unknown, changes: Record<string, unknown>): Record<string, unknown> {
  const merged = new Map(typeof stored === 'object' && stored !== null ? Object.entries(stored) : [])
  for (const [key, value] of Object.entries(changes)) {
    if (value === null) merged.delete(key)
    else merged.set(key, value)
  }
  const whole = metadata.safeParse(Object.fromEntries(merged))
  if (!whole.success) throw invalid('user_metadata is too large')
  return whole.data
}
