import { parseHeight } from '#features/catalogue/sizes/typed-height.ts'
import { maxQuantity } from './cart-lines.ts'
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

/** Shows the stored height in an empty field. Text typed before hydration, or restored by the browser, stays. */
export function showStoredHeight(field: HTMLInputElement, height: StoredHeight): void {
  const stored = height.get()
  if (field.value === '' && stored) field.value = `${stored} cm`
}

/**
 * Shows the height in centimetres, however it was typed, and stores it in this browser; null (stored too) for an empty
 * field. Text that is not a height stays as it is, and gives undefined.
 */
export function settleHeight(field: HTMLInputElement, height: StoredHeight): number | null | undefined {
  const typed = field.value.trim()
  const heightCm = typed === '' ? null : (parseHeight(typed) ?? undefined)
  if (heightCm === undefined) return undefined
  if (heightCm) field.value = `${heightCm} cm`
  if (height.get() !== heightCm) height.update(() => heightCm)
  return heightCm
}
