import { randomInt } from 'node:crypto'
import type { PaymentCustomer } from '#platform/payments/provider.ts'

const firstNames = [
  'Ruth',
  'Hannah',
  'Miriam',
  'Esther',
  'Naomi',
  'Leah',
  'Abigail',
  'Lydia',
  'Maryam',
  'Adaeze',
  'Siobhán',
]
const lastNames = [
  'Hill',
  'Okafor',
  'Patel',
  'Evans',
  'Murray',
  'Clarke',
  'Hussain',
  'Bennett',
  'Walsh',
  'Reid',
  'Kowalska',
]
const streets = ['Orchard Row', 'Mill Lane', 'Church Street', 'Station Road', 'Park View', 'The Crescent']
const places = [
  ['Leeds', 'LS6 2AB'],
  ['Bradford', 'BD3 9QT'],
  ['London', 'E8 3PN'],
  ['Cardiff', 'CF10 1BH'],
  ['Edinburgh', 'EH6 5JX'],
  ['Bristol', 'BS5 0HE'],
] as const

/** A pretended customer with an address at example.com, which receives no e-mail. */
export function customer(country: string): PaymentCustomer {
  const name = `${pick(firstNames)} ${pick(lastNames)}`
  const [city, postcode] = country === 'GB' ? pick(places) : (['Dublin', 'D02 AF30'] as const)
  return {
    name,
    email: `${name
      .toLowerCase()
      .normalize('NFD')
      .replaceAll(/[^a-z ]/g, '')
      .replace(' ', '.')}.${randomInt(10_000)}@example.com`,
    phone: `+4477009${String(randomInt(100_000)).padStart(5, '0')}`,
    address: { line1: `${randomInt(1, 90)} ${pick(streets)}`, line2: null, city, postcode, country },
  }
}

/** One of `choices` at random; throws for an empty list. */
export function pick<T>(choices: readonly T[]): T {
  const chosen = choices[randomInt(choices.length)]
  if (chosen === undefined) throw new Error('nothing to choose from')
  return chosen
}
