import type { Unit } from '#features/catalogue/sizes/size.ts'
import { converted } from './measurement.ts'

/** Records the unit a new field is filled in. */
export function noteUnit(field: HTMLInputElement | null, unit: Unit): void {
  if (field) field.dataset.in ??= unit
}

/** Converts a field's value to another unit; the typed text is restored when its unit is chosen again. */
export function followUnit(field: HTMLInputElement, unit: Unit): void {
  const { dataset, value } = field
  if (dataset.in === unit) return
  field.value = dataset.before !== undefined && value === dataset.became ? dataset.before : converted(value, unit)
  dataset.before = value
  dataset.became = field.value
  dataset.in = unit
}

/** Keeps the digits and reads them in another unit. */
export function readAs(field: HTMLInputElement, unit: Unit): void {
  field.dataset.in = unit
  delete field.dataset.before
}
