/** A word of the shop in a file of the platform; `line` counts from 1. */
export type ShopWord = { line: number; word: string }

/** Words of a clothing shop. `order` has its own rule, because SQL, REST and English use it too. */
const shopWords =
  /(?<![a-z])(?:garments?|dress(?:es)?|abayas?|cloth(?:es|ing)?|fabrics?|hems?|sleeves?|size[ -](?:guide|chart)s?|pre-?orders?|pre_orders|waiting[ _-]?lists?|waitlists?|carts?|campaigns?|catalogues?|boutiques?|discounts?|checkouts?|shoppers?|subscribers?|email_signups|orders|order_lines|an order(?= [a-z]))(?![a-z])/gi

/** Words that are allowed in some folders, with the reason. */
const allowed: readonly { path: RegExp; word: RegExp; because: string }[] = [
  {
    path: /^src\/platform\/payments\//,
    word: /^(?:an order|orders?|pre_orders|checkouts?|discounts?|carts?|shoppers?)$/i,
    because:
      'a payment interface takes an order; Stripe calls its pages checkout sessions and has discounts; its messages and test pages tell the customer what happens to the cart',
  },
  {
    path: /^src\/platform\/pages\/content-security-policy\.ts$/,
    word: /^checkout$/i,
    because: 'the host name checkout.stripe.com',
  },
  {
    path: /^src\/platform\/pages\/page(?:s|-key)\.ts$/,
    word: /^campaigns?$/i,
    because: 'tracking parameters (utm_campaign) belong to any website',
  },
]

/** The words of the shop in a file of `src/platform`; tests run against the shop's schema and are not checked. */
export function findShopWords(path: string, source: string): ShopWord[] {
  return source
    .split('\n')
    .flatMap((text, index) =>
      [...text.matchAll(shopWords)]
        .map(([word]) => ({ line: index + 1, word }))
        .filter(({ word }) => !allowed.some((each) => each.path.test(path) && each.word.test(word))),
    )
}
