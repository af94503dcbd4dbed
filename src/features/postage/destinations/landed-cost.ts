import { type Pence, pence } from '#base/money.ts'
import { euCountries } from '#shop-duties'

/**
 * The duty of a fixed amount for each kind of garment (tariff code) on goods up to a value, in euro cents; `until`: the
 * first day without it.
 */
export const flatDuty = {
  countries: euCountries,
  since: '2026-07-01',
  until: '2028-07-01',
  checkedOn: '2026-11-29',
  source: 'https://eur-lex.europa.eu/eli/reg/2026/382/oj',
  centsPerCode: 300,
  mostGoodsCents: 15_000,
}

/** Standard rates of VAT in per cent, as the Commission's database Taxes in Europe has them. */
export const vatRates = {
  checkedOn: '2026-04-28',
  source: 'https://taxation-customs.ec.europa.eu/tedb/vatRates.html',
  percent: {
    AT: 20,
    BE: 21,
    BG: 20,
    CH: 8.1,
    CY: 19,
    CZ: 21,
    DE: 19,
    DK: 25,
    EE: 24,
    ES: 21,
    FI: 25.5,
    FR: 20,
    GR: 24,
    HR: 25,
    HU: 27,
    IE: 23,
    IS: 24,
    IT: 22,
    LI: 8.1,
    LT: 21,
    LU: 17,
    LV: 21,
    MT: 18,
    NL: 21,
    NO: 25,
    PL: 23,
    PT: 23,
    RO: 21,
    SE: 25,
    SI: 22,
    SK: 23,
  } as Readonly<Record<string, number>>,
}

/**
 * Countries with figures of their own. Up to a value of the parcel in pence nothing is due; Australia's and New Zealand's
 * limits of 1,000 dollars are counted low, as the exchange rate moves. Their sources are those of `shop.duties.ts`.
 */
const ownFigures: Readonly<Record<string, { freeUpToPence?: number; dutyPercent?: number; taxPercent?: number }>> = {
  JE: { freeUpToPence: 6_000, dutyPercent: 0, taxPercent: 5 },
  AU: { freeUpToPence: 40_000 },
  NZ: { freeUpToPence: 35_000 },
  // No value added tax is due on goods that enter the United States.
  US: { taxPercent: 0 },
}

/** What Royal Mail adds to the duty that it pays for the sender. */
export const prepaidHandling = {
  pence: pence(50),
  checkedOn: '2026-11-29',
  source: 'https://www.royalmail.com/business/international/guide/delivered-duties-paid-ioss/pddp',
}

/** One garment to a country. The owner's own rates come first. */
export type LandedInput = {
  country: string
  /** 'YYYY-MM-DD'. */
  day: string
  paidBy: 'customer' | 'shop' | null
  goodsPence: Pence
  deliveryPence: Pence
  pencePerEuro: number
  dutyPercent: number | null
  taxPercent: number | null
}

/** `duty` and `tax` are null where no rate is known, and then the sum is too. `isFlat`: the duty is the fixed one. */
export type Landed = {
  dutyPence: Pence | null
  isFlat: boolean
  taxPence: Pence | null
  taxPercent: number | null
  handlingPence: Pence
  /** All that is paid for it, by customer and shop. */
  sumPence: Pence | null
}

/**
 * What one garment costs until it is at the door: price, delivery, duty on the price, and tax on all of it. Of the carrier's
 * handling it has what the sender pays; what the customer pays depends on the carrier.
 */
export function landedCost(input: LandedInput): Landed {
  const { country, paidBy, goodsPence, deliveryPence } = input
  const figures = ownFigures[country] ?? {}
  const hasOwnRate = input.dutyPercent !== null || input.taxPercent !== null
  const isFree = !hasOwnRate && goodsPence + deliveryPence <= (figures.freeUpToPence ?? -1)
  if (paidBy === null || isFree) {
    const [none, sumPence] = [pence(0), pence(goodsPence + deliveryPence)]
    return { dutyPence: none, isFlat: false, taxPence: none, taxPercent: null, handlingPence: none, sumPence }
  }
  const flat = input.dutyPercent === null ? flatDutyOf(input) : null
  const dutyPence = flat ?? shareOf(goodsPence, input.dutyPercent ?? figures.dutyPercent ?? null)
  const taxPercent = input.taxPercent ?? figures.taxPercent ?? vatRates.percent[country] ?? null
  const taxPence = dutyPence === null ? null : shareOf(pence(goodsPence + deliveryPence + dutyPence), taxPercent)
  const handlingPence = paidBy === 'shop' ? prepaidHandling.pence : pence(0)
  const sumPence =
    dutyPence === null || taxPence === null
      ? null
      : pence(goodsPence + deliveryPence + dutyPence + taxPence + handlingPence)
  return { dutyPence, isFlat: flat !== null, taxPence, taxPercent, handlingPence, sumPence }
}

function flatDutyOf({ country, day, goodsPence, pencePerEuro }: LandedInput): Pence | null {
  const { countries, since, until, centsPerCode, mostGoodsCents } = flatDuty
  if (!countries.includes(country) || day < since || day >= until) return null
  if (goodsPence * 100 > mostGoodsCents * pencePerEuro) return null
  return pence(Math.round((centsPerCode * pencePerEuro) / 100))
}

function shareOf(amount: Pence, percent: number | null): Pence | null {
  return percent === null ? null : pence(Math.round((amount * percent) / 100))
}
