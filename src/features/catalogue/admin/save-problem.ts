import { signedOutMessage } from '#platform/client/signed-out-message.ts'
import type { FieldName } from './check-draft.ts'

/** What the data surface says when it refuses. */
export type Refused = { code?: string; message: string; details?: string | null }

/** Why a garment was not saved: at which field, if it is one's, and in words; `isLost`: no answer came. */
export type SaveProblem = { field?: FieldName; words: string; isLost?: boolean }

export const taken = '23505'

/** The tables' own checks, by the names they carry in its refusals. */
const checks: Record<string, { field: FieldName; words: string }> = {
  products_name_check: { field: 'name', words: 'A name has 1 to 120 characters.' },
  products_slug_form: {
    field: 'slug',
    words: 'Small letters, digits and single hyphens between them, such as mary-dress.',
  },
  products_description_check: { field: 'description', words: 'A description has at most 10,000 characters.' },
  products_price_check: { field: 'price', words: 'A price is more than £0 and at most £10,000.' },
  products_image_url_check: { field: 'pictures', words: 'This picture is not one of the shop’s.' },
  products_pictures_check: { field: 'pictures', words: 'At most 20 pictures.' },
  products_sizes_check: { field: 'sizes', words: 'It needs 1 to 30 sizes.' },
  products_sizes_are_names: {
    field: 'sizes',
    words: 'Each size has a name, and all together at most 1,200 characters.',
  },
  products_preorder_end_date_is_a_day: { field: 'preorderDays', words: 'Fewer days, please.' },
  products_fabric_check: { field: 'fabric', words: 'At most 1,000 characters.' },
  products_care_check: { field: 'care', words: 'At most 1,000 characters.' },
  products_modesty_notes_check: { field: 'modestyNotes', words: 'At most 2,000 characters.' },
  products_colour_check: { field: 'colour', words: 'At most 80 characters.' },
  products_length_check: { field: 'length', words: 'At most 200 characters.' },
  products_model_line_check: { field: 'modelLine', words: 'At most 200 characters.' },
  products_production_days_check: { field: 'productionDays', words: 'Whole working days from 1 to 365.' },
  products_preorder_limit_check: { field: 'preorderLimit', words: 'A whole number of at least 1.' },
}

/** The message for a garment that was not saved: at the field it concerns, else the server's own or the general one. */
export function saveProblem({ code, message }: Refused): SaveProblem {
  if (!code) return lostSave
  if (isSignedOut(code)) return { words: signedOutMessage }
  if (code === taken) return { field: 'slug', words: 'Another product has this address.' }
  const known = code === '23514' ? checks[/constraint "([^"]+)"/.exec(message)?.[1] ?? ''] : undefined
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

const priceTooLarge: SaveProblem = { field: 'price', words: 'A price is more than £0 and at most £10,000.' }
