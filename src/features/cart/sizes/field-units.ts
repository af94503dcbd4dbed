import type { Unit } from '#features/catalogue/sizes/size-advice.ts'
import { converted } from './measurement.ts'

/** A new field is filled in the unit of its first moment. */
export function noteUnit(field: HTMLInputElement | null, unit: Unit): void {
  if (field) field.dataset.in ??= unit
}

/** What stands in a field follows the unit; what was typed comes back with the unit it was typed in. */
export function followUnit(field: HTMLInputElement, unit: Unit): void {
  const { dataset, value } = field
  if (dataset.in === unit) return
  field.value = dataset.before !== undefined && value === dataset.became ? dataset.before : converted(value, unit)
  dataset.before = value
  dataset.became = field.value
  dataset.in = unit
}

/** The digits stay and are of another unit from now on. */
export function readAs(field: HTMLInputElement, unit: Unit): void {
  field.dataset.in = unit
  delete field.dataset.before
}
