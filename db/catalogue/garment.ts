/** A garment of the opening catalogue. Prices are whole pence; lengths in cm are of size 10-12. */
export type Garment = {
  slug: string
  name: string
  pricePence: number
  /** The first paragraph stands alone in lists and search results. */
  description: string
  colour: string
  fabric: string
  care: string
  modestyNotes: string
  length: string
  modelLine: string
  /** The shop's own where not given. */
  sizes?: string[]
  /** Working days; the shop's own where not given. */
  productionDays?: number
  /** On pre-order for so many days from the shop's first start. */
  preorderDays?: number
}
