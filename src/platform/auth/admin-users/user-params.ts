import { z } from 'zod'
import type { AuthDeps } from '../auth-deps.ts'
import { invalid } from '../auth-error.ts'
import { isVerifiable } from '../passwords/password.ts'
import { hashQueued } from '../passwords/password-queue.ts'
import { validatePassword } from '../passwords/validate-password.ts'
import { metadata, optionalText } from '../read-body.ts'
import { mergeMetadata } from '../user/merge-metadata.ts'

/** The fields of a user that a request with the service key can set; null and empty texts count as absent. */
export const userParams = z.object({
  email: optionalText,
  phone: optionalText,
  password: z.string().nullish(),
  password_hash: optionalText,
  email_confirm: z.boolean().nullish(),
  phone_confirm: z.boolean().nullish(),
  user_metadata: metadata.nullish(),
  app_metadata: metadata.nullish(),
  role: optionalText.refine((role) => role === undefined || role.length <= 255, 'is longer than 255 characters'),
  id: optionalText,
  ban_duration: optionalText,
})

export type UserParams = z.output<typeof userParams>

/**
 * The password hash to store: computed from `password`, or `password_hash` unchanged; null if the request has neither.
 * Refuses 400 `validation_failed` (both, or a hash that no sign-in could check), 422 `weak_password`.
 */
export async function readPasswordHash(
  accounts: AuthDeps,
  { password, password_hash: hash }: UserParams,
  { email, isAdmin }: { email: string; isAdmin: boolean },
): Promise<string | null> {
  if (password && hash) throw invalid('Only a password or a password hash should be provided')
  if (hash) {
    // The column's length, and the supported forms.
    if (hash.length > 255 || !isVerifiable(hash)) throw invalid('password_hash is neither bcrypt nor argon2')
    return hash
  }
  if (!password) return null
  await validatePassword(accounts, { password, email, isAdmin })
  return hashQueued(password)
}

/** Metadata changed key by key, in the column's form; undefined leaves it unchanged. */
export function mergedJson(stored: unknown, changes: Record<string, unknown> | null | undefined): string | undefined {
  return changes ? JSON.stringify(mergeMetadata(stored, changes)) : undefined
}
