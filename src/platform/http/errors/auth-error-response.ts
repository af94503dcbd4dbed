import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Env } from '../env.ts'

const version = '2024-01-01'

/**
 * An error of /auth/v1 in the form of the client's API version: `code` is a text for today's clients, which send the
 * version header, and the status number for older ones. `extra` is added to both.
 */
export function authErrorResponse(
  c: Context<Env>,
  status: ContentfulStatusCode,
  code: string,
  message: string,
  extra: object = {},
): Response {
  const requestedVersion = c.req.header('x-supabase-api-version') ?? ''
  const isNew = /^\d{4}-\d{2}-\d{2}$/.test(requestedVersion) && requestedVersion >= version
  if (!isNew) {
    return c.json({ code: status, error_code: code, msg: message, ...extra }, status, { 'x-sb-error-code': code })
  }
  return c.json({ code, message, ...extra }, status, { 'x-sb-error-code': code, 'X-Supabase-Api-Version': version })
}
