/**
 * What a fresh shop begins with. The owner changes it in the settings; country, language, time zone and currency stay as
 * they are here. Amounts are whole pence, times are ISO with an offset, countries are ISO 3166-1 alpha-2.
 */
export const shop = {
  name: 'The Kindred Wardrobe',
  shortName: 'tkw',
  orderPrefix: 'TKW',
  /** Of earlier orders, which are found by their numbers. */
  formerOrderPrefixes: [] as string[],
  tagline: ['Modest', 'Made to order', 'Made with care'],
  description: 'Made-to-order modest clothing for women, cut and sewn one at a time in England.',
  email: 'hello@thekindredwardrobe.co.uk',
  /** The shop's own: always delivered to, and the first of the first zone. */
  country: 'GB',
  language: 'en-GB',
  timeZone: 'Europe/London',
  currency: 'GBP',

  /** The trader. The law requires a geographic address; a post-office box is not enough. */
  trader: {
    name: 'The Kindred Wardrobe',
    address: ['14 Orchard Row', 'Hebden Bridge', 'West Yorkshire', 'HX7 8AD', 'United Kingdom'],
    companyNumber: null as string | null,
    vatNumber: null as string | null, // null: not registered, so no page says "incl. VAT"
  },

  social: [
    { name: 'Instagram', url: 'https://www.instagram.com/thekindredwardrobe' },
    { name: 'TikTok', url: 'https://www.tiktok.com/@thekindredwardrobe' },
  ],

  /** When the shop opens; before it the home page is the coming-soon page. 18:00 in London, on GMT by then. */
  launchAt: '2025-10-30T18:00:00+00:00',

  /** Shown until the owner saves another. `{free}` is the amount from which delivery in the first zone is free. */
  banner: 'Free UK Shipping Over {free}',

  /**
   * The consent beside the sign-up field, stored with each sign-up: it must say who writes, about what, and how to stop
   * it.
   */
  listConsent:
    'Tap “Notify Me” and The Kindred Wardrobe will e-mail you when the shop or a new pre-order opens. Unsubscribe any time, using the link in each e-mail.',

  /** The ids of kinds that are not hemmed for the customer's height. */
  kindsWithoutHem: ['accessory'],

  making: {
    productionDays: 10, // working days from the order, or from the end of a pre-order
    productionText: '2 weeks',
  },

  /** The figures in the policy pages. */
  policies: {
    claimDays: 7,
    responseDays: '2-3',
    inspectionDays: '3-5',
    refundDays: '7-10',
    noReturnAfterDays: 30,
    damageReportHours: 48,
    cancelDays: 14,
    governingLaw: 'England and Wales',
  },

  /**
   * Fabric samples by post, a set of up to `most` cloths in a letter. The owner changes all of it in the settings.
   */
  samples: {
    offered: true,
    pricePence: 300, // with postage, to every country; 0: free
    most: 4,
    dispatchDays: 2, // working days from the order
  },

  /** A zone's services are offered to addresses in that zone only. */
  zones: [
    {
      id: 'uk',
      name: 'United Kingdom',
      countries: ['GB', 'GG', 'JE', 'IM'],
      services: [
        {
          id: 'tracked-48',
          label: 'Royal Mail Tracked 48',
          pricePence: 450,
          freeFromPence: 12000,
          transitDays: { from: 2, to: 3 },
        },
        {
          id: 'tracked-24',
          label: 'Royal Mail Tracked 24',
          pricePence: 650,
          freeFromPence: null,
          transitDays: { from: 1, to: 2 },
        },
      ],
      letter: { from: 2, to: 3 },
    },
    {
      id: 'europe',
      name: 'Europe',
      countries: [
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
        'NO',
        'CH',
        'IS',
        'LI',
      ],
      services: [
        {
          id: 'europe-tracked',
          label: 'International Tracked',
          pricePence: 1495,
          freeFromPence: null,
          transitDays: { from: 5, to: 7 },
        },
      ],
      letter: { from: 4, to: 8 },
    },
    {
      id: 'world',
      name: 'Worldwide',
      countries: ['US', 'CA', 'AU', 'NZ', 'ZA', 'NG', 'GH', 'KE', 'SG', 'MY', 'AE', 'JM', 'TT', 'BB'],
      services: [
        {
          id: 'world-tracked',
          label: 'International Tracked',
          pricePence: 2295,
          freeFromPence: null,
          transitDays: { from: 7, to: 14 },
        },
      ],
      letter: { from: 7, to: 14 },
    },
  ] as Zone[],

  /** What the owner has changed of `shop.duties.ts`, from the settings. */
  duties: [] as OwnDuty[],
}

/**
 * Photographs of the pages themselves, as files of `db/catalogue/pictures` (JPEG). To change one, replace the file and
 * restart the shop. A page works without its photograph. Apart from `shop`, so that no browser loads the list.
 */
export const pagePictures = {
  /** The first image on Home: the subject right of the centre, the left quarter empty. */
  hero: {
    file: 'home-hero.jpg',
    alt: 'Four long-sleeved dresses on an oak rail against an ivory wall: flax linen, forest green, dusty rose and printed terracotta.',
  },
  /** Cloth, in landscape format. */
  cloth: {
    file: 'fabrics.jpg',
    alt: 'A stack of folded cloth with oat linen draped over it: sage, rose, terracotta, flax, forest green, midnight blue and camel.',
  },
  /** Finished garments on a rail. */
  rail: {
    file: 'rail.jpg',
    alt: 'Eight long-sleeved garments on an oak rail: navy abaya, slate blue shirt dress, camel coat, dusty rose wrap dress, forest green dress, flax linen dress, aubergine gown and printed terracotta tiered dress.',
  },
  /** The workroom. */
  workroom: {
    file: 'workroom.jpg',
    alt: 'The cutting table: a paper sleeve pattern pinned to sage linen, a tape measure and two reels of thread.',
  },
}

export type DeliveryRate = {
  id: string
  label: string
  pricePence: number
  freeFromPence: number | null // free when the discounted goods reach this
  transitDays: TransitDays
}
/**
 * What is due at the border of some countries from a day on ('YYYY-MM-DD'), in place of the rule of `shop.duties.ts`; `due`
 * null: that rule again.
 */
export type OwnDuty = {
  from: string
  countries: string[]
  due: { paidBy: 'customer' | 'shop' | null; text: string } | null
}

/** Working days from dispatch to the door: the carrier's aim, at best and at most. */
export type TransitDays = { from: number; to: number }
/** `letter`: the days of a letter with fabric samples. Without it they travel by the zone's services. */
export type Zone = {
  id: string
  name: string
  countries: string[]
  services: DeliveryRate[]
  letter?: TransitDays | undefined
}
