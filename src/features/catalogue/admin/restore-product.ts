import { call, toRequestError } from '#platform/client/functions.ts'
import type { Notice } from '#ui/toast-region.tsx'

/** The result of restoring a product. `freeSlug`: its slug is taken, and this one is free. */
export type RestoreOutcome =
  | { kind: 'restored'; lostPictures: number }
  | { kind: 'slug_taken'; freeSlug: string; words: string }
  | { kind: 'failed'; words: string }

/** Restores a deleted product with this slug. Browser only. */
export async function restoreProduct(input: { id: string; slug: string }): Promise<RestoreOutcome> {
  try {
    const { lost_pictures } = await call('restore-product', input)
    return { kind: 'restored', lostPictures: lost_pictures }
  } catch (error) {
    const { code, details, message } = toRequestError(error)
    if (code === 'already_exists' && details && typeof details === 'object' && 'free_slug' in details) {
      return { kind: 'slug_taken', freeSlug: String(details.free_slug), words: message }
    }
    return { kind: 'failed', words: message }
  }
}

/** The notice about a restored product, or about the failure. */
export function restoreNotice(name: string, outcome: RestoreOutcome): Notice {
  const about = 'products'
  if (outcome.kind === 'slug_taken') {
    const description = `${outcome.words} Restore it from the Archived list with another address.`
    return { title: 'Not restored', description, tone: 'error', about }
  }
  if (outcome.kind === 'failed') return { title: 'Not restored', description: outcome.words, tone: 'error', about }
  const description = `${name} is back as an inactive product. Make it active when you are ready.`
  return { title: 'Restored', description: `${description}${lostWords(outcome.lostPictures)}`, tone: 'success', about }
}

function lostWords(pictures: number): string {
  if (pictures === 0) return ''
  return pictures === 1
    ? ' One of its pictures is missing; please add it again.'
    : ` ${pictures} of its pictures are missing; please add them again.`
}
