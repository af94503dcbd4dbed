/** A garment of the opening catalogue. Prices are whole pence; lengths in cm are of size 10-12. */
export type Garment = {
  slug: string
  name: string
  pricePence: number
  /** Lists and search results show the first paragraph alone. */
  description: string
  colour: string
  fabric: string
  care: string
  modestyNotes: string
  length: string
  modelLine: string
  /** The shop's default if absent. */
  sizes?: string[]
  /** Working days; the shop's default if absent. */
  productionDays?: number
  /** On pre-order for this many days after the shop's first start. */
  preorderDays?: number
}
