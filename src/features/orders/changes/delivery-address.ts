import { z } from 'zod'
import { postcodeProblem, readPlace } from '#platform/payments/postcode.ts'
import { countCharacters, keptLine } from '#platform/text/kept-text.ts'

function line(max: number, missing: string) {
  return z
    .string()
    .transform(keptLine)
    .refine((text) => text !== '', missing)
    .refine((text) => countCharacters(text) <= max, `Please keep it to ${max} characters`)
}

/** Up to four lines of street and house, separated by line breaks. */
const Street = z
  .string()
  .transform((text) =>
    text
      .split(/\r\n|\r|\n/)
      .map(keptLine)
      .filter((part) => part !== '')
      .join('\n'),
  )
  .refine((text) => text !== '', 'Enter the street and house number')
  .refine((text) => text.split('\n').length <= 4 && countCharacters(text) <= 300, 'Please use at most four lines')

/** A delivery address as the columns of an order. The form and the server share it. */
export const DeliveryAddress = z
  .object({
    shipping_address: Street,
    shipping_city: line(100, 'Enter the town or city'),
    shipping_postcode: z.string(),
    shipping_country: z.string().regex(/^[A-Z]{2}$/, 'Choose a country from the list'),
  })
  .transform((address, context) => {
    const place = readPlace({ postcode: address.shipping_postcode, country: address.shipping_country })
    const message = postcodeProblem(place)
    if (message) context.addIssue({ code: 'custom', path: ['shipping_postcode'], message })
    return { ...address, shipping_postcode: place.postcode, shipping_country: place.country }
  })
export type DeliveryAddress = z.output<typeof DeliveryAddress>
