import { signedOutMessage } from '#platform/client/request-error.ts'
import { columnOf, type FieldName, formFields } from '../product.schema.ts'

/** What the data surface says when it refuses. */
export type Refused = { code?: string; message: string; details?: string | null }

/** Why a garment was not saved: at which field, if it is one's, and in words; `isLost`: no answer came. */
export type SaveProblem = { field?: FieldName; words: string; isLost?: boolean }

export const taken = '23505'

/** The field and its message for a check of the table that failed, by the constraint's name. */
function refusedField(constraint: string | undefined): SaveProblem | undefined {
  if (!constraint) return
  for (const field of Object.keys(formFields) as FieldName[]) {
    const refusals: Record<string, string> = formFields[field].refusals
    const words =
      refusals[constraint] ?? (constraint === `products_${columnOf(field)}_check` ? refusals[''] : undefined)
    if (words) return { field, words }
  }
}

/** The message for a garment that was not saved: at the field it concerns, else the server's own or the general one. */
export function saveProblem({ code, message }: Refused): SaveProblem {
  if (!code) return lostSave
  if (isSignedOut(code)) return { words: signedOutMessage }
  if (code === taken) return { field: 'slug', words: 'Another product has this address.' }
  const known = code === '23514' ? refusedField(/constraint "([^"]+)"/.exec(message)?.[1]) : undefined
  if (known) return known
  if (code === '23514' && /picture/i.test(message)) return { field: 'pictures', words: message }
  // The only figure a person types that can be too large for its column before a check sees it.
  if (code === '22003') return /integer/.test(message) ? { words: message } : priceTooLarge
  return { words: message || 'Failed to save product' }
}

/** The message for a garment that was not deleted: the server's own, or the general one. */
export function deleteProblem({ code, message }: Refused): string {
  if (!code) return 'Failed to delete product. The shop could not be reached; please try again.'
  return message || 'Failed to delete product'
}

// Without a response supabase-js gives no code and the browser's own message, 'TypeError: Failed to fetch'.
export const lostSave: SaveProblem = {
  words: 'Failed to save product. The shop could not be reached; what you wrote is kept.',
  isLost: true,
}

/** The data surface's codes for a token that it does not believe any more. */
function isSignedOut(code: string): boolean {
  return code === 'PGRST301' || code === 'PGRST303'
}

const priceTooLarge: SaveProblem = { field: 'price', words: formFields.price.refusals[''] ?? '' }
