import { garments } from '../../../db/catalogue/garments.ts'
import type { GarmentFeature } from './choices.ts'
import type { Kind } from './kinds.ts'
import type { Measures } from './measures.ts'

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

type Constant<T> = { readonly [Key in keyof T]: T[Key] extends (infer One)[] | undefined ? readonly One[] : T[Key] }
const constants: readonly Constant<Garment>[] = garments

/** The products of a new shop, in the order of the shop page. */
export const openingGarments: readonly Garment[] = structuredClone(constants) as Garment[]
