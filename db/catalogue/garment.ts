import type { GarmentFeature } from '#features/catalogue/choices.ts'
import type { Kind } from '#features/catalogue/kinds.ts'
import type { Measures } from '#features/catalogue/measures.ts'

/** A garment of the opening catalogue. Prices are whole pence; its length as text comes from its measures. */
export type Garment = {
  slug: string
  name: string
  pricePence: number
  /** Lists and search results show the first paragraph alone. */
  description: string
  kind: Kind
  colour: string
  fabric: string
  care: string
  modestyNotes: string
  features?: GarmentFeature[]
  measures: Measures
  modelLine: string
  /** The shop's default if absent. */
  sizes?: string[]
  /** Working days; the shop's default if absent. */
  productionDays?: number
  /** On pre-order for this many days after the shop's first start. */
  preorderDays?: number
  preorderReason?: 'first'
}
