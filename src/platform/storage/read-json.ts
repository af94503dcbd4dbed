import type { Context } from 'hono'
import type { z } from 'zod'
import type { Env } from '../http/env.ts'
import { readText } from '../http/limits/read-text.ts'
import { isStorable } from '../http/limits/storable-text.ts'
import { badSchema, tooLarge } from './storage-error.ts'

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
