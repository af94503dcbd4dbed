import { z } from 'zod'
import type { Tx } from '#platform/database/db.ts'
import { carriers as configured } from '#shop-carriers'

/**
 * A carrier that the owner chooses from. `trackingUrl` has `{number}`, or is empty. `format`: how its numbers look, with A
 * for a letter, 9 for a digit and every other character as it is; several are separated by commas, and empty is any.
 * A hidden one is not offered; orders that have it keep their links.
 */
export type Carrier = { name: string; trackingUrl: string; format: string; hidden: boolean }

export const maxCarriers = 30

const CarrierSchema = z.object({
  name: z
    .string('Please enter a name.')
    .transform((text) => text.trim().replaceAll(/\s+/g, ' '))
    .pipe(
      z
        .string()
        .min(1, 'Please enter the carrier’s name.')
        .max(60, 'Please keep a carrier’s name to 60 characters.')
        .regex(/^\P{Cc}*$/u, 'Please enter the name as one line of plain text.'),
    ),
  trackingUrl: z
    .string()
    .trim()
    .max(300, 'Please keep a tracking address to 300 characters.')
    .refine(
      (url) => url === '' || isTrackingUrl(url),
      'A tracking address begins with https:// and has {number} where the number goes.',
    ),
  format: z
    .string()
    .transform((text) => text.toUpperCase().replaceAll(/\s+/g, ' ').trim())
    .pipe(
      z
        .string()
        .max(120, 'Please keep the number’s form to 120 characters.')
        .regex(
          /^[A-Z0-9 ,-]*$/,
          'Please write a number’s form with letters, digits, spaces and hyphens, such as AA999999999GB.',
        ),
    ),
  hidden: z.boolean(),
})

/** The usual carrier first. */
export const CarriersSchema = z
  .array(CarrierSchema)
  .max(maxCarriers, `The list can have ${maxCarriers} carriers.`)
  .refine((all) => new Set(all.map(({ name }) => keyOf(name))).size === all.length, 'Two carriers have the same name.')
  .refine((all) => all.some(({ hidden }) => !hidden), 'Please leave at least one carrier to choose.')

function isTrackingUrl(text: string): boolean {
  if (!/^https:\/\/[^\s"'<>\\{}@]+\/[^\s"'<>\\]*$/.test(text)) return false
  return text.includes('{number}') && URL.canParse(text.replaceAll('{number}', '1'))
}

/** Those of `shop.carriers.ts`: they stay in every list. */
export const usualCarriers: readonly Carrier[] = configured.map((carrier) => ({
  ...carrier,
  format: '',
  hidden: false,
}))

/** The carriers of a stored list; a usual one that it lacks is hidden, so that its parcels keep their links. */
export function carriersOf(stored: readonly Carrier[] | undefined): readonly Carrier[] {
  if (!stored) return usualCarriers
  const missing = usualCarriers.filter(({ name }) => !stored.some((each) => isSameCarrier(each.name, name)))
  return [...stored, ...missing.map((carrier) => ({ ...carrier, hidden: true }))]
}

/** The carriers of the shop, the hidden ones too. */
export async function readCarriers(tx: Tx): Promise<readonly Carrier[]> {
  const row = await tx.selectFrom('private.settings').select('value').where('name', '=', 'carriers').executeTakeFirst()
  return carriersOf(CarriersSchema.safeParse(row?.value).data)
}

/** The carriers that the owner chooses from. */
export function offeredCarriers(carriers: readonly Carrier[]): Carrier[] {
  return carriers.filter(({ hidden }) => !hidden)
}

export function findCarrier(carriers: readonly Carrier[], name: string | null): Carrier | null {
  return carriers.find((carrier) => name !== null && isSameCarrier(carrier.name, name)) ?? null
}

export function isSameCarrier(one: string, other: string): boolean {
  return keyOf(one) === keyOf(other)
}

/** The carrier's page of a parcel; null without a number, and for a carrier without a page. */
export function trackingUrl(carriers: readonly Carrier[], name: string | null, number: string | null): string | null {
  const url = findCarrier(carriers, name)?.trackingUrl
  if (!url || !number) return null
  return url.replaceAll('{number}', () => encodeURIComponent(number.replaceAll(/\s/g, '')))
}

/** Whether a number, in capitals without spaces and hyphens, looks like one of a form. */
export function fitsFormat(format: string, plain: string): boolean {
  return format.split(',').some((each) => {
    const form = each.replaceAll(/[\s-]/g, '')
    const pattern = form.replaceAll(/[A9]/g, (sign) => (sign === 'A' ? '[A-Z]' : String.raw`\d`))
    return form !== '' && new RegExp(`^${pattern}$`).test(plain)
  })
}

function keyOf(name: string): string {
  return name.trim().toLowerCase()
}
