import { z } from 'zod'
import { shop as defaults } from '#shop-defaults'

/** The dearest set of fabric samples. A card is charged at least 30p, so a price is nothing or at least that. */
const maxSamplesPence = 2_000
const minSamplesPence = 30

const wrongMost = 'Please enter a number of fabrics from 1 to 6.'
const wrongDays = 'Please enter whole working days from 1 to 20.'

/** Fabric samples by post. The price stays while none are offered; `dispatchDays`: working days from the order. */
export const SamplesSchema = z.object({
  offered: z.boolean(),
  pricePence: z
    .int('Please enter a price in pounds and pence, such as 3.00.')
    .refine((price) => price === 0 || (price >= minSamplesPence && price <= maxSamplesPence), {
      error: 'Please enter a price from £0.30 to £20.00, or 0 for free samples.',
    }),
  // One that was stored before these were the owner's to choose has neither.
  most: z.int(wrongMost).min(1, wrongMost).max(6, wrongMost).default(defaults.samples.most),
  dispatchDays: z.int(wrongDays).min(1, wrongDays).max(20, wrongDays).default(defaults.samples.dispatchDays),
})
export type SamplesSetting = z.output<typeof SamplesSchema>

/** What is valid in the settings, else what a fresh shop has. */
export function samplesOf(value: unknown): SamplesSetting {
  return SamplesSchema.safeParse(value).data ?? defaults.samples
}
