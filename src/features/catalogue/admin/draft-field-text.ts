import type { Draft } from './draft.ts'
import { fabricText } from './fabric.ts'

/** A field of a draft as text, the same for values that are saved as the same. */
export function draftFieldText(draft: Draft, field: keyof Draft): string {
  if (field === 'fabric') return fabricText(draft.fabric) ?? ''
  if (field === 'pictures') {
    const { length } = draft.pictures
    const words = draft.pictures.map(({ alt }) => alt).filter(Boolean)
    return length === 0
      ? ''
      : `${length} ${length === 1 ? 'picture' : 'pictures'}${words.length > 0 ? `: ${words.join(', ')}` : ''}`
  }
  if (field === 'price') return pricePlain(draft.price)
  const value = draft[field]
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'string' ? value : value.join(', ')
}

function pricePlain(typed: string): string {
  const pounds = Number(typed)
  return typed.trim() && Number.isFinite(pounds) ? pounds.toFixed(2) : typed
}
