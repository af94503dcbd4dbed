import { parseHeight } from '#features/catalogue/sizes/typed-height.ts'
import { type Hem, maxQuantity } from './cart-lines.ts'
import type { storedHeight } from './sizes/stored-size.ts'

// What the fields of a garment's page do, for their components and for the page's first-touch script.

/** The message at a press without a size. */
export const missingSize = 'Please choose a size first.'

/** A typed quantity within its bounds; `before` if it is not a number. */
export function readQuantity(typed: string, before: number): number {
  const digits = typed.replace(/\D/g, '')
  return digits === '' ? before : Math.min(maxQuantity, Math.max(1, Number(digits)))
}

/** The name of the button that opens a cart of so many pieces. */
export function openCartLabel(items: number): string {
  return `Open cart, ${items === 1 ? '1 item' : `${items} items`}`
}

type StoredHeight = Pick<typeof storedHeight, 'get' | 'update'>

/**
 * Stores the height that is typed in a field, in whole cm; null (stored too) for an empty field, undefined for text that
 * is not a height.
 */
export function storeHeight(field: HTMLInputElement, height: StoredHeight): number | null | undefined {
  const typed = field.value.trim()
  const heightCm = typed === '' ? null : (parseHeight(typed) ?? undefined)
  if (heightCm !== undefined && height.get() !== heightCm) height.update(() => heightCm)
  return heightCm
}

/** The same, and shows it in centimetres, however it was typed. Text that is not a height stays as it is. */
export function settleHeight(field: HTMLInputElement, height: StoredHeight): number | null | undefined {
  const heightCm = storeHeight(field, height)
  if (heightCm) field.value = `${heightCm} cm`
  return heightCm
}

/** What to hem a garment for: empty without a height, undefined for text that is not a height. */
export function readHem(
  field: HTMLInputElement,
  shoes: HTMLSelectElement | null,
  height: StoredHeight,
): Hem | undefined {
  const heightCm = settleHeight(field, height)
  const heelCm = Number(shoes?.value)
  if (heightCm === undefined) return undefined
  return heightCm ? { heightCm, ...(heelCm && { heelCm }) } : {}
}
