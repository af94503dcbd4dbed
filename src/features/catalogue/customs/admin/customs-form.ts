import type { StoredCustoms } from '../customs.contract.ts'
import { type Customs, CustomsSchema, gramsOf, type Weave } from '../customs.ts'

/** The fields as typed, so that no input is lost. `sizes`: the weights of sizes that differ, by size. */
export type TypedCustoms = {
  weight: string
  sizes: Record<string, string>
  weave: Weave | ''
  code: string
  origin: string
  description: string
}

export type CustomsField = 'weight' | 'sizes' | 'code' | 'origin' | 'description'

export function typedCustoms(stored: StoredCustoms): TypedCustoms {
  return {
    weight: stored.weight_grams?.toString() ?? '',
    sizes: Object.fromEntries(Object.entries(stored.size_grams).map(([size, grams]) => [size, String(grams)])),
    weave: stored.weave ?? '',
    code: stored.commodity_code ?? '',
    origin: stored.origin ?? '',
    description: stored.description ?? '',
  }
}

const fields: Record<string, CustomsField> = {
  weight_grams: 'weight',
  size_grams: 'sizes',
  commodity_code: 'code',
  origin: 'origin',
  description: 'description',
}

type Checked = { customs: Customs } | { problems: Partial<Record<CustomsField, string>> }

/** What to save; the message of each field that cannot be. */
export function checkCustoms(typed: TypedCustoms): Checked {
  const sizes = Object.entries(typed.sizes).filter(([, grams]) => grams.trim())
  const read = CustomsSchema.safeParse({
    weight_grams: gramsTyped(typed.weight),
    size_grams: Object.fromEntries(sizes.map(([size, grams]) => [size, gramsTyped(grams)])),
    weave: typed.weave || null,
    commodity_code: typed.code.trim() || null,
    origin: typed.origin || null,
    description: typed.description.trim() || null,
  })
  if (read.success) return { customs: read.data }
  const problems: Partial<Record<CustomsField, string>> = {}
  for (const { path, message } of read.error.issues) problems[fields[String(path[0])] ?? 'code'] ??= message
  return { problems }
}

/** Text that is no number stays text, which the schema refuses with its message. */
function gramsTyped(typed: string): number | string | null {
  const text = typed.trim().replace(/g$/i, '').trim()
  if (!text) return null
  const grams = Number(text)
  return Number.isFinite(grams) ? grams : text
}

/** What a parcel abroad would still lack, in words; empty when nothing is missing. */
export function missingAbroad(typed: TypedCustoms, sizes: readonly string[]): string[] {
  const checked = checkCustoms(typed)
  if ('problems' in checked) return []
  const { customs } = checked
  return [
    sizes.some((size) => gramsOf(customs, size) === null) && 'its weight',
    customs.commodity_code === null && 'its commodity code',
    customs.origin === null && 'where it is made',
    customs.description === null && 'its description',
  ].filter((part) => part !== false)
}
