import { z } from 'zod'
import type { Shop } from '#base/shop.ts'
import { shop as defaults } from '#shop-defaults'
import { type ResponsiblePerson, responsiblePerson } from '#shop-duties'
import { verse } from '#shop-verses'

/** How a fact is typed in the form, always as text; `kept`: the program keeps it, and the form does not show it. */
type Kind = 'line' | 'lines' | 'paragraph' | 'count' | 'links' | 'kept'

/** One fact: its schema with the messages for the owner, and its field in the form. */
export type FactField = {
  schema: z.ZodType
  kind: Kind
  label: string
  hint?: string
}

/**
 * Facts that are saved together, as one row of the settings. `at`: the field of `shop` that holds them; without it they are
 * fields of `shop` themselves. `apart`: their defaults, where `shop` has none. `missing`: the field that has to be filled
 * beside others, with its message. `usedIn`: for the owner.
 */
export type FactGroup = {
  title: string
  usedIn: string
  at?: keyof Shop
  apart?: () => Record<string, unknown>
  missing?: (facts: Record<string, unknown>) => { field: string; message: string } | null
  fields: Record<string, FactField>
}

const oneLine = /^[^\p{Cc}]*$/u
const anyLine = (most: number) =>
  z
    .string()
    .trim()
    .max(most, `Please keep it to ${most} characters.`)
    .regex(oneLine, 'Please enter one line of plain text.')

function line(label: string, { most, missing, hint }: { most: number; missing: string; hint?: string }): FactField {
  return { kind: 'line', label, ...(hint && { hint }), schema: anyLine(most).min(1, missing) }
}

function days(label: string, [least, most]: [number, number], hint?: string, unit = 'days'): FactField {
  const message = `Please enter a whole number of ${unit} from ${least} to ${most}.`
  return { kind: 'count', label, ...(hint && { hint }), schema: z.int(message).min(least, message).max(most, message) }
}

/** '3' or '2-3'. */
function range(label: string, most: number, hint?: string): FactField {
  const message = `Please enter days such as 2-3, at most ${most}.`
  const isRange = (text: string) => {
    const [, from = '', to = from] = /^(\d{1,2})(?:-(\d{1,2}))?$/.exec(text) ?? []
    return Number(from) >= 1 && Number(to) >= Number(from) && Number(to) <= most
  }
  const schema = z
    .string()
    .transform((text) => text.replaceAll(/\s/g, '').replaceAll(/[–—]/g, '-'))
    .refine(isRange, message)
  return { kind: 'line', label, ...(hint && { hint }), schema }
}

function optional(label: string, schema: z.ZodType, hint?: string): FactField {
  return {
    kind: 'line',
    label,
    ...(hint && { hint }),
    schema: z.preprocess((typed) => typed || null, schema.nullable()),
  }
}

const capitals = z.string().transform((text) => text.toUpperCase().replaceAll(/\s/g, ''))

const socialUrl = 'Please give the full address of your page, such as https://www.instagram.com/yourshop.'

/** The least number of days in which a customer may withdraw (Consumer Contracts Regulations 2013, regulation 30). */
export const leastCancelDays = 14

/**
 * What is true of the shop and is the owner's to change. The one definition of each fact: its form, its rules and where
 * it is shown; its default is in `shop.config.ts`. Adding one: `docs/how-to.md`.
 */
export const factGroups = {
  identity: {
    title: 'Name and description',
    usedIn: 'On every page, in every e-mail, on packing slips and in what search engines and apps show.',
    fields: {
      name: {
        kind: 'line',
        label: 'Shop name',
        // The sender of e-mails: mail programs read these signs as the bounds of an address.
        schema: anyLine(60)
          .min(1, 'Please enter the shop’s name.')
          .regex(/^[^<>"]*$/, 'Please leave out < > and ".'),
      },
      shortName: {
        kind: 'line',
        label: 'Short name',
        hint: 'Begins the names of the files you download: tkw-orders.csv.',
        schema: z
          .string()
          .trim()
          .regex(/^[a-z\d]+(-[a-z\d]+)*$/, 'Please use small letters, digits and hyphens only.')
          .max(20, 'Please keep it to 20 characters.'),
      },
      tagline: {
        kind: 'lines',
        label: 'Tagline',
        hint: 'Up to five short phrases, each on a line of its own.',
        schema: z
          .array(anyLine(40).min(1))
          .min(1, 'Please enter at least one phrase.')
          .max(5, 'Please keep it to five phrases.'),
      },
      description: {
        kind: 'paragraph',
        label: 'Description',
        hint: 'One sentence for search engines and links to your shop.',
        schema: anyLine(200).min(1, 'Please describe the shop in a sentence.'),
      },
    },
  },
  trader: {
    title: 'Who sells',
    usedIn:
      'On Contact, in the policies, at the foot of every e-mail and on packing slips. The law asks for all of it.',
    at: 'trader',
    fields: {
      name: line('Trader', {
        most: 100,
        missing: 'Please enter who sells.',
        hint: 'Your own name or your company’s, as it would be on a contract.',
      }),
      address: {
        kind: 'lines',
        label: 'Postal address',
        hint: 'Each line on its own, the country last. A PO box is not enough.',
        schema: z
          .array(anyLine(100).min(1))
          .min(2, 'Please enter the full address.')
          .max(8, 'Please keep the address to eight lines.')
          .refine((lines) => !lines.some((one) => /\bP\.?\s*O\.?\s*Box\b/i.test(one)), {
            error: 'The law asks for the address where you are: a PO box is not enough.',
          }),
      },
      companyNumber: optional(
        'Company number',
        capitals.pipe(
          z.string().regex(/^([A-Z]{2}\d{6}|\d{8})$/, 'A company number has eight characters, such as 01234567.'),
        ),
        'Leave blank if you are not a company.',
      ),
      vatNumber: optional(
        'VAT number',
        capitals.pipe(
          z.string().regex(/^[A-Z]{2}[A-Z\d]{8,12}$/, 'Please enter it with its country, such as GB123456789.'),
        ),
        'Leave blank if you are not registered. With one, prices are shown as including VAT.',
      ),
    },
  },
  contact: {
    title: 'E-mail and social media',
    usedIn: 'The address is on pages and is where customers’ replies go. The links are at the foot of every page.',
    fields: {
      email: {
        kind: 'line',
        label: 'E-mail address',
        schema: z.email('Please enter a full e-mail address, such as hello@example.com.').max(254),
      },
      social: {
        kind: 'links',
        label: 'Social media',
        hint: 'The full address of each page, each on a line of its own.',
        schema: z
          .array(
            z.object({
              name: anyLine(40).min(1, socialUrl),
              url: z.url({ protocol: /^https$/, error: socialUrl }).max(300),
            }),
          )
          .max(8, 'Please keep it to eight links.'),
      },
    },
  },
  order_numbers: {
    title: 'Order numbers',
    usedIn: 'In new orders. Orders keep the numbers they have, and you find them by those.',
    fields: {
      orderPrefix: {
        kind: 'line',
        label: 'Letters before the number',
        schema: capitals.pipe(z.string().regex(/^[A-Z]{2,6}$/, 'Please enter two to six letters.')),
      },
      formerOrderPrefixes: {
        kind: 'kept',
        label: 'Former letters',
        schema: z
          .array(z.string().regex(/^[A-Z\d-]{1,12}$/))
          .max(40)
          .default([]),
      },
    },
  },
  policies: {
    title: 'Figures of the policies',
    usedIn:
      'In the policies, the FAQ, on orders and in e-mails. Make sure you can keep them. The policies’ own words are under Pages.',
    at: 'policies',
    fields: {
      cancelDays: days(
        'Days to withdraw from an order',
        [leastCancelDays, 365],
        'The law asks for at least 14, counted from the day the parcel arrives.',
      ),
      noReturnAfterDays: days(
        'Days after which nothing is taken back',
        [28, 365],
        'Counted from receipt. Faults are another matter.',
      ),
      claimDays: days('Days to report a fault for the quickest help', [1, 365]),
      damageReportHours: days('Hours to report damage on the way', [24, 720], undefined, 'hours'),
      responseDays: range('Working days in which you answer', 14),
      inspectionDays: range('Working days in which you inspect what comes back', 10),
      refundDays: range(
        'Working days in which a refund arrives',
        14,
        'Never later than the law allows, whatever you enter.',
      ),
      governingLaw: line('Governing law', {
        most: 60,
        missing: 'Please enter the law that applies, such as England and Wales.',
      }),
      former: {
        kind: 'kept',
        label: 'Former figures',
        schema: z.array(z.looseObject({ until: z.iso.datetime() })).optional(),
      },
    },
  },
  responsible_person: {
    title: 'EU responsible person',
    usedIn:
      'On product pages and packing slips. Without one, a live shop sells neither to the European Union nor to Northern Ireland (Regulation (EU) 2023/988).',
    apart: () => namedPerson() ?? { name: '', address: [], email: '' },
    missing: missingOfPerson,
    fields: {
      name: {
        kind: 'line',
        label: 'Name',
        hint: 'A person or company established in the EU or, for Northern Ireland, also in Northern Ireland, with whom you have a written agreement. Leave all three blank for none.',
        schema: anyLine(100),
      },
      address: {
        kind: 'lines',
        label: 'Their postal address',
        hint: 'Each line on its own, the country last.',
        schema: z.array(anyLine(100).min(1)).max(8, 'Please keep the address to eight lines.'),
      },
      email: {
        kind: 'line',
        label: 'Their e-mail address',
        schema: z.union([
          z.literal(''),
          z.email('Please enter a full e-mail address, such as hello@example.com.').max(254),
        ]),
      },
    },
  },
  verse: {
    title: 'Verse of thanks',
    usedIn: 'On the page after a payment, and in the confirmation of each order.',
    at: 'verse',
    apart: () => verse,
    fields: {
      text: {
        kind: 'paragraph',
        label: 'Verse',
        schema: anyLine(400).min(1, 'Please enter the verse.'),
      },
      reference: line('Where it is from', {
        most: 60,
        missing: 'Please say where it is from, such as Proverbs 31:25.',
      }),
    },
  },
  list_consent: {
    title: 'Consent to e-mails',
    usedIn: 'Beside the sign-up for news. Each sign-up keeps the words it agreed to; a change is for new ones.',
    fields: {
      listConsent: {
        kind: 'paragraph',
        label: 'What people agree to',
        hint: 'Say who writes, about what, and how to stop it.',
        schema: anyLine(400)
          .min(40, 'Please say who writes, about what, and how to stop it.')
          .regex(/unsubscribe|stop/i, 'Please say how to stop the e-mails: “Unsubscribe any time …”.'),
      },
    },
  },
} as const satisfies Record<string, FactGroup>

/** The person of the configuration file; null for none and for an example, which is never a fact. */
function namedPerson(): Record<string, unknown> | null {
  if (!responsiblePerson || responsiblePerson.isExample) return null
  const { isExample: _, ...person } = responsiblePerson
  return person
}

/** The law asks for all three parts. */
function missingOfPerson(facts: Record<string, unknown>): { field: string; message: string } | null {
  const { name, address, email } = facts as Omit<ResponsiblePerson, 'isExample'>
  if (!name && address.length === 0 && !email) return null
  if (!name) return { field: 'name', message: 'Please enter the name too, or leave all three blank.' }
  if (address.length < 2) return { field: 'address', message: 'Please enter the full postal address too.' }
  return email ? null : { field: 'email', message: 'Please enter the e-mail address too.' }
}

export type FactGroupName = keyof typeof factGroups
export const factGroupNames = Object.keys(factGroups) as FactGroupName[]

type Fields<Name extends FactGroupName> = (typeof factGroups)[Name]['fields']
/** A row: the facts of a group by the names of their fields. */
export type Facts<Name extends FactGroupName> = { [Field in keyof Fields<Name>]: unknown }

/** The schema of each row. */
export const factSchemas = Object.fromEntries(
  factGroupNames.map((name) => {
    const { fields, missing }: FactGroup = factGroups[name]
    const row = z.object(Object.fromEntries(Object.entries(fields).map(([field, { schema }]) => [field, schema])))
    const whole = row.superRefine((facts, { addIssue }) => {
      const found = missing?.(facts)
      if (found) addIssue({ code: 'custom', message: found.message, path: [found.field] })
    })
    return [name, whole]
  }),
) as { [Name in FactGroupName]: z.ZodObject<{ [Field in keyof Fields<Name>]: z.ZodType }> }

/** The facts of a group as `shop.config.ts` has them; an example of a responsible person counts as none. */
export function defaultFacts(name: FactGroupName): Record<string, unknown> {
  const { at, apart, fields }: FactGroup = factGroups[name]
  if (apart) return apart()
  const holder = (at ? (defaults as Shop)[at] : defaults) as Record<string, unknown>
  return Object.fromEntries(Object.keys(fields).map((field) => [field, holder[field]]))
}

/** The settings by name, as the database has them. */
export type Values = ReadonlyMap<string, unknown>

/** The facts of a group that are valid in the settings, else the defaults; `onInvalid` is called for those that are not. */
export function factsOf(
  name: FactGroupName,
  values: Values,
  onInvalid?: (value: unknown) => void,
): Record<string, unknown> {
  const value = values.get(name)
  if (value === undefined) return defaultFacts(name)
  const read = factSchemas[name].safeParse(value)
  if (!read.success) onInvalid?.(value)
  return read.success ? read.data : defaultFacts(name)
}
