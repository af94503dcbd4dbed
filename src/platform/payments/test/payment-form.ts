import { typedAddress } from '#platform/email/address.ts'
import { readTyped } from '#platform/text/typed-text.ts'
import { postcodeProblem, readPlace } from '../postcode.ts'
import type { PaymentCustomer, PaymentDelivery } from '../provider.ts'

const names = [
  'email',
  'name',
  'phone',
  'address',
  'city',
  'postcode',
  'country',
  'delivery',
  'card',
  'expiry',
  'cvc',
] as const
export type FieldName = (typeof names)[number]
export type Typed = Record<FieldName, string>
export type Problems = Partial<Record<FieldName, string>>

type FormRules = { countries: string[]; deliveryOptions: PaymentDelivery[]; goodsPence: number; now: Date }
type FormResult =
  | { problems: Problems }
  /** Without a delivery the page asks for neither a service nor an address. */
  | { problems: null; customer: PaymentCustomer | null; delivery: PaymentDelivery | null }

export const payingCard = '4242 4242 4242 4242'
const decliningCard = '4000 0000 0000 0002'

/** The typed fields as text of one line, cut at 200 characters; all but names and places in the form that was meant. */
export function readForm(form: Record<string, unknown>): Typed {
  const clean = (name: FieldName, text: unknown) => {
    const typed = typeof text === 'string' ? text.slice(0, 200).toWellFormed() : ''
    return isWritten(name) ? typed.replace(/\p{Cc}+/gu, ' ').trim() : readTyped(typed)
  }
  return Object.fromEntries(names.map((name) => [name, clean(name, form[name])])) as Typed
}

function isWritten(name: FieldName): boolean {
  return name === 'name' || name === 'address' || name === 'city'
}

/** Whether this card is the one that declines. Checked last: a form with errors never reaches the bank. */
export function isDeclined(typed: Typed): boolean {
  return digits(typed.card) === digits(decliningCard)
}

/** Validates a form: the errors by field, or the customer and the delivery service. A free order needs no card. */
export function validateForm(typed: Typed, { countries, deliveryOptions, goodsPence, now }: FormRules): FormResult {
  const delivery = deliveryOptions.find((option) => option.id === typed.delivery)
  const email = typedAddress(typed.email)
  const place = readPlace(typed)
  const postcode = postcodeProblem(place)
  const hasDelivery = deliveryOptions.length > 0
  const isFree = goodsPence + (delivery?.pricePence ?? 0) === 0 && (delivery !== undefined || !hasDelivery)
  const problems: Problems = {
    ...(!email && { email: 'Enter an e-mail address, such as ruth@example.com' }),
    ...(typed.name === '' && { name: 'Enter your full name' }),
    ...(!/^(\+?[0-9 ()./-]{6,25})?$/.test(typed.phone) && { phone: 'Enter a phone number, or leave this empty' }),
    ...(hasDelivery && {
      ...(typed.address === '' && { address: 'Enter the street and house number' }),
      ...(typed.city === '' && { city: 'Enter the town or city' }),
      ...(postcode && { postcode }),
      ...(!countries.includes(typed.country) && { country: 'Choose a country from the list' }),
      ...(!delivery && { delivery: 'Choose a delivery service' }),
    }),
    ...(!isFree && cardProblems(typed, now)),
  }
  if (Object.keys(problems).length > 0 || !email) return { problems }
  if (!delivery) return { problems: null, delivery: null, customer: null }
  const { name, phone, address, city } = typed
  const where = { line1: address, line2: null, city, ...place }
  return { problems: null, delivery, customer: { name, email, phone: phone || null, address: where } }
}

function cardProblems({ card, expiry, cvc }: Typed, now: Date): Problems {
  const isOurs = [payingCard, decliningCard].some((number) => digits(number) === digits(card))
  return {
    ...(!isOurs && { card: card === '' ? 'Enter the card number' : `Only test cards work here: ${payingCard}` }),
    ...(!isAhead(expiry, now) && { expiry: 'Enter a future expiry date, such as 12 / 34' }),
    ...(!/^[0-9]{3,4}$/.test(cvc) && { cvc: 'Enter the three digits on the back' }),
  }
}

/** MM/YY or MM/YYYY; a card is valid until the end of its month. */
function isAhead(expiry: string, now: Date): boolean {
  const [, month, year] = /^(0?[1-9]|1[0-2]) ?\/? ?((?:20)?[0-9]{2})$/.exec(expiry) ?? []
  if (!month || !year) return false
  const ends = Date.UTC(Number(year.length === 2 ? `20${year}` : year), Number(month), 1)
  return ends > now.getTime() && ends < Date.UTC(now.getUTCFullYear() + 50, 0, 1)
}

function digits(text: string): string {
  return text.replace(/[ -]/g, '')
}
