import { z } from 'zod'
import { countryName } from '#base/names.ts'
import { originCountries } from './origin-countries.ts'

/** The heaviest parcel that Royal Mail's Click & Drop takes, in grams. */
export const maxGrams = 30_000
/** What other shops store too: it fits into every customs form. */
export const maxCustomsDescription = 35

export const weaves = [
  { id: 'woven', name: 'Woven' },
  { id: 'knitted', name: 'Knitted' },
] as const
export type Weave = (typeof weaves)[number]['id']

const gramsMessage = `A weight in whole grams, from 1 to ${maxGrams.toLocaleString('en-GB')}.`
const grams = z.int(gramsMessage).min(1, gramsMessage).max(maxGrams, gramsMessage)

/** What customs and the post office need to know of a garment; each part null until the owner gives it. */
export const CustomsSchema = z.object({
  weight_grams: grams.nullable(),
  /** Of the sizes whose weight differs, by size. */
  size_grams: z.record(z.string().max(40), grams),
  weave: z.enum(weaves.map(({ id }) => id)).nullable(),
  commodity_code: z
    .string()
    .transform((typed) => typed.replaceAll(/[\s.]/g, ''))
    .pipe(z.string().regex(/^\d{6,10}$/, 'A commodity code has 6 to 10 digits, such as 6204.42.'))
    .nullable(),
  origin: z
    .string()
    .refine((country) => originCountries.includes(country), 'Please choose a country.')
    .nullable(),
  description: z
    .string()
    .trim()
    .min(1)
    .max(maxCustomsDescription, `Please keep it to ${maxCustomsDescription} characters.`)
    .regex(/^[\p{Script=Latin}\p{Nd} ,.'’()/&%-]+$/u, 'Please use letters, digits and plain punctuation.')
    .nullable(),
})
export type Customs = z.output<typeof CustomsSchema>

export const noCustoms: Customs = {
  weight_grams: null,
  size_grams: {},
  weave: null,
  commodity_code: null,
  origin: null,
  description: null,
}

/** The weight of one piece in a size; null while it is not known. */
export function gramsOf({ weight_grams, size_grams }: Customs, size: string): number | null {
  return size_grams[size] ?? weight_grams
}

/** '6204.42', '6204.42.00.90': as the tariff writes it. */
export function formatCode(code: string): string {
  const [, heading = '', rest = ''] = /^(\d{4})(\d*)$/.exec(code) ?? [null, code, '']
  return [heading, ...(rest.match(/\d{1,2}/g) ?? [])].join('.')
}

/** The page of the UK's tariff about a code's heading. */
export function tariffUrl(code: string): string {
  return `https://www.trade-tariff.service.gov.uk/headings/${code.slice(0, 4)}`
}

/** The countries to choose from as a garment's origin, by name, the United Kingdom first. */
export function originChoices(): { id: string; name: string }[] {
  const named = originCountries.map((id) => ({ id, name: countryName(id) }))
  return named.sort((a, b) => (a.id === 'GB' ? -1 : b.id === 'GB' ? 1 : a.name.localeCompare(b.name, 'en-GB')))
}
