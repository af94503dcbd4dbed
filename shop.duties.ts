/** The member states of the European Union. */
export const euCountries: string[] = [
  'AT',
  'BE',
  'BG',
  'HR',
  'CY',
  'CZ',
  'DK',
  'EE',
  'FI',
  'FR',
  'DE',
  'GR',
  'HU',
  'IE',
  'IT',
  'LV',
  'LT',
  'LU',
  'MT',
  'NL',
  'PL',
  'PT',
  'RO',
  'SK',
  'SI',
  'ES',
  'SE',
]

/**
 * What a parcel from Great Britain is charged at a border, as far as it is known: rules change, so check them once in a
 * while. A rule applies from `since` on ('YYYY-MM-DD'; null: it was in force when it was checked), until a later one of
 * the same country. The owner can replace a rule from the back office. They are read in the cart, the FAQ and e-mails; a
 * file of their own, so that no page loads them with its first scripts.
 */
export const duties: DutyRule[] = [
  {
    name: 'United Kingdom, Guernsey and Isle of Man',
    countries: ['GB', 'GG', 'IM'],
    since: null,
    checkedOn: '2026-11-28',
    sources: [],
    paidBy: null,
    text: 'Nothing to pay.',
  },
  {
    name: 'Jersey',
    countries: ['JE'],
    since: '2023-07-01',
    checkedOn: '2026-11-29',
    sources: ['https://www.gov.je/TaxesMoney/GST/GSTCustomers/Pages/DeclaringPaying.aspx'],
    paidBy: 'customer',
    text: 'Jersey may charge GST on parcels worth more than £60, which you pay before delivery.',
  },
  {
    name: 'European Union',
    countries: euCountries,
    since: '2026-07-01',
    checkedOn: '2026-11-29',
    sources: ['https://eur-lex.europa.eu/eli/reg/2026/382/oj'],
    paidBy: 'customer',
    text: 'Import VAT at your country’s rate and customs duty are due when the parcel arrives, usually with a handling fee. The carrier collects them from you. Since July 2026, duty on parcels worth up to €150 is €3 for each kind of garment (tariff code), and VAT on it; above that it depends on the garment.',
  },
  {
    name: 'European Union',
    countries: euCountries,
    // The €3 end, and each garment has the duty of its tariff code.
    since: '2028-07-01',
    checkedOn: '2026-11-29',
    sources: ['https://eur-lex.europa.eu/eli/reg/2026/382/oj'],
    paidBy: 'customer',
    text: 'Import VAT at your country’s rate and customs duty, which depends on the garment, are due when the parcel arrives, usually with a handling fee. The carrier collects them from you.',
  },
  {
    name: 'Norway, Iceland, Switzerland and Liechtenstein',
    countries: ['NO', 'IS', 'CH', 'LI'],
    since: null,
    checkedOn: '2026-11-29',
    sources: ['https://www.toll.no/en/online-shopping/', 'https://www.ch.ch/en/ordering-goods-abroad'],
    paidBy: 'customer',
    text: 'Your country’s VAT, sometimes duty, and usually a handling fee are due when the parcel arrives. The carrier collects them from you.',
  },
  {
    name: 'United States',
    countries: ['US'],
    since: '2025-08-29',
    checkedOn: '2026-11-29',
    sources: ['https://www.royalmail.com/usabusinessupdates'],
    // Royal Mail accepts no parcel to the United States without it: the delivery price has to cover it.
    paidBy: 'shop',
    ownerText:
      'You pay the US duty on this parcel before it leaves, through a service with duties paid (Royal Mail PDDP). The cart and the confirmation say that you do.',
    text: 'US duty has to be paid before a parcel leaves the United Kingdom, so we pay it. US rules have changed often: if you’re asked for more on arrival, write to us first.',
  },
  {
    name: 'Canada',
    countries: ['CA'],
    since: null,
    checkedOn: '2026-11-29',
    sources: ['https://www.cbsa-asfc.gc.ca/import/courier/menu-eng.html'],
    paidBy: 'customer',
    text: 'GST or HST, often duty, and a handling fee are due when the parcel arrives. The carrier collects them from you.',
  },
  {
    name: 'Australia',
    countries: ['AU'],
    since: '2018-07-01',
    checkedOn: '2026-11-29',
    sources: ['https://www.homeaffairs.gov.au/trav/impo/buyi'],
    paidBy: 'customer',
    text: 'There’s usually nothing to pay on parcels worth up to AU$1,000. Above that you pay duty, GST and a charge before delivery.',
  },
  {
    name: 'New Zealand',
    countries: ['NZ'],
    since: null,
    checkedOn: '2026-11-29',
    sources: ['https://www.customs.govt.nz/personal/online-shopping/'],
    paidBy: 'customer',
    text: 'There’s usually nothing to pay on parcels worth up to NZ$1,000. Above that you pay duty, GST and a fee before delivery.',
  },
]

/** The rule for a country that is in none of the above. */
export const otherDuties: DutyRule = {
  name: 'Other countries',
  countries: [],
  since: null,
  checkedOn: '2026-11-28',
  sources: [],
  paidBy: 'customer',
  text: 'Duty, import tax and a handling fee may be due when the parcel arrives. Your country sets them and the carrier collects them from you; we can’t say how much they will be.',
}

/**
 * `paidBy`: null where nothing is due. `text`: what is due, who pays it and when. `ownerText`: what the owner has to do,
 * shown with an order. `sources`: where the rule can be checked.
 */
export type DutyRule = {
  name: string
  countries: string[]
  since: string | null
  checkedOn: string
  sources: string[]
  paidBy: 'customer' | 'shop' | null
  text: string
  ownerText?: string
}

/** `isExample`: shown in a rehearsal only. */
export type ResponsiblePerson = { name: string; address: string[]; email: string; isExample: boolean }

/**
 * The person in the European Union or Northern Ireland who answers for the garments there (Regulation (EU) 2023/988,
 * article 16): named on product pages and packing slips, unless the settings have one. Null, or an example in a live shop:
 * the shop does not deliver to the European Union and Northern Ireland. Apart from `shop.config.ts`,
 * because every page loads that.
 */
export const responsiblePerson = {
  name: 'EU Example Ltd',
  address: ['1 Example Street', 'Dublin', 'Ireland'],
  email: 'eu@example.com',
  isExample: true, // replace all of it, and set this to false
} as ResponsiblePerson | null
