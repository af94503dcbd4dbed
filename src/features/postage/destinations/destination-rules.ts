import type { Customs } from '#features/catalogue/customs/customs.ts'
import { type GuaranteeNotice, guaranteeFor, guaranteeSource } from '#features/settings/guarantee.ts'
import { euCountries } from '#shop-duties'

/** What a country may ask for; the shop knows of each whether it is there. */
export type Need =
  | 'responsible_person'
  | 'guarantee_notice'
  | 'withdrawal'
  | 'packaging'
  | 'commodity_codes'
  | 'duty_prepaid'

/**
 * What law or carrier ask of a shop that sends garments to some countries, as far as it is known: rules change, so check
 * them once in a while. `since`: in force from this day on; null: it was when it was checked. `effect`: whether a live shop closes the countries where it is
 * missing, or warns.
 */
export type DestinationRule = {
  need: Need
  countries: readonly string[]
  since: string | null
  checkedOn: string
  source: { name: string; url: string }
  effect: 'closes' | 'warns'
  title: string
  text: string
}

const checkedOn = '2026-11-29'
const inlandCustoms = ['GB', 'IM']

/** Without `countries`: those of `abroad`, whose list depends on the country that is looked at. */
export const destinationRules: readonly (Omit<DestinationRule, 'countries'> & {
  countries: readonly string[] | null
})[] = [
  {
    need: 'responsible_person',
    countries: [...euCountries, 'GB'],
    since: '2024-12-13',
    checkedOn,
    source: { name: 'Regulation (EU) 2023/988', url: 'https://eur-lex.europa.eu/eli/reg/2023/988/oj' },
    effect: 'closes',
    title: 'A responsible person',
    text: 'Product pages and packing slips name a person or company established in the EU or, for Northern Ireland, also in Northern Ireland, with postal and e-mail address.',
  },
  {
    need: 'guarantee_notice',
    countries: euCountries,
    since: '2026-09-27',
    checkedOn,
    source: { name: 'Implementing Regulation (EU) 2025/1960', url: guaranteeSource },
    effect: 'warns',
    title: 'The notice on the legal guarantee',
    text: 'Customers see the EU’s official notice before they order, and in the confirmation. Without the file, a sentence with the link to the official text is in its place.',
  },
  {
    need: 'withdrawal',
    countries: euCountries,
    since: '2026-06-19',
    checkedOn,
    source: { name: 'Directive (EU) 2023/2673', url: 'https://eur-lex.europa.eu/eli/dir/2023/2673/oj' },
    effect: 'warns',
    title: 'Withdrawal on the website',
    text: 'Customers withdraw from a contract on the website itself, also without an account, and get a receipt at once. The shop has it: “Withdraw from a contract” at the foot of every page.',
  },
  {
    need: 'packaging',
    countries: ['DE'],
    since: '2022-07-01',
    checkedOn,
    source: {
      name: 'Zentrale Stelle Verpackungsregister',
      url: 'https://www.verpackungsregister.org/en/information-orientation/knowledge-base/registration',
    },
    effect: 'warns',
    title: 'Registration of packaging in Germany',
    text: 'From the first parcel on, the sender is registered in the packaging register LUCID, also from abroad, and has a contract with a dual system for recycling.',
  },
  {
    need: 'packaging',
    countries: ['FR'],
    since: '2026-01-01',
    checkedOn,
    source: { name: 'Citeo', url: 'https://www.citeo.com/' },
    effect: 'warns',
    title: 'Registration of packaging in France',
    text: 'Senders are registered for packaging, and packaging has the Triman sign. Since 2026, sellers from abroad name an authorised representative. Textiles may need a registration of their own (Refashion).',
  },
  {
    need: 'packaging',
    countries: ['ES', 'IT', 'AT'],
    since: '2026-08-12',
    checkedOn,
    source: { name: 'Regulation (EU) 2025/40', url: 'https://eur-lex.europa.eu/eli/reg/2025/40/oj' },
    effect: 'warns',
    title: 'Registration of packaging',
    text: 'The country has a national register of packaging. Check what it asks of a small seller from abroad.',
  },
  {
    need: 'commodity_codes',
    countries: null,
    since: null,
    checkedOn,
    source: {
      name: 'Royal Mail, electronic customs data',
      url: 'https://www.royalmail.com/business/international/guide/electronic-customs-data',
    },
    effect: 'warns',
    title: 'Customs data of each garment',
    text: 'Every garment in the parcel is declared with commodity code, country of origin and description. Click & Drop takes no parcel without them.',
  },
  {
    need: 'duty_prepaid',
    countries: ['US'],
    since: '2025-08-29',
    checkedOn,
    source: { name: 'Royal Mail, sending to the USA', url: 'https://www.royalmail.com/usabusinessupdates' },
    effect: 'warns',
    title: 'Duty paid before the parcel leaves',
    text: 'The sender pays the US duty through a service with duties paid (Royal Mail PDDP). Its code in Click & Drop differs by account.',
  },
]

/** A garment on sale with what customs need to know of it. */
export type GarmentToSend = { id: string; name: string } & Pick<Customs, 'commodity_code' | 'origin' | 'description'>

/** What the shop has of what countries ask for. */
export type Kept = {
  hasResponsiblePerson: boolean
  notices: readonly GuaranteeNotice[]
  /** Numbers of registrations, by country. */
  packaging: Readonly<Record<string, string>>
  garments: readonly GarmentToSend[]
  /** Whether the service to this country has a code for parcels with the duty paid. */
  hasPrepaidCode: boolean
}

/** The rules of a country that are in force on a day ('YYYY-MM-DD'), each with whether the shop has what it asks for. */
export function needsOf(country: string, day: string, kept: Kept): { rule: DestinationRule; isMet: boolean }[] {
  return destinationRules
    .map((rule) => ({ ...rule, countries: rule.countries ?? (inlandCustoms.includes(country) ? [] : [country]) }))
    .filter(({ countries, since }) => countries.includes(country) && (since === null || since <= day))
    .map((rule) => ({ rule, isMet: isMet(rule.need, country, kept) }))
}

function isMet(need: Need, country: string, kept: Kept): boolean {
  switch (need) {
    case 'responsible_person':
      return kept.hasResponsiblePerson
    case 'guarantee_notice':
      return guaranteeFor(country, kept.notices)?.notice != null
    case 'packaging':
      return Boolean(kept.packaging[country])
    case 'commodity_codes':
      return withoutCustoms(kept.garments).length === 0
    case 'duty_prepaid':
      return kept.hasPrepaidCode
    case 'withdrawal':
      return true
  }
}

/** The garments whose parcels stay behind at the border. */
export function withoutCustoms<Garment extends GarmentToSend>(garments: readonly Garment[]): Garment[] {
  return garments.filter(({ commodity_code, origin, description }) => !(commodity_code && origin && description))
}
