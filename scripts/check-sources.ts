import { globSync, readFileSync } from 'node:fs'

// Part of `npm run check`: what no source says. Each rule names what it finds, and what to write instead.

/** `line` counts from 1. */
export type Found = { line: number; text: string }
type Rule = { files: string; find: (source: string, path: string) => Found[]; instead: string }

/** Every match of a pattern; a comment counts too: to tell it apart, a rule would have to understand a language. */
function matches(source: string, pattern: RegExp): Found[] {
  return source.split('\n').flatMap((line, at) => [...line.matchAll(pattern)].map(([text]) => ({ line: at + 1, text })))
}

/** Words of a clothing shop. `order` has its own rule, because SQL, REST and English use it too. */
const shopWords =
  /(?<![a-z])(?:garments?|dress(?:es)?|abayas?|cloth(?:es|ing)?|fabrics?|hems?|sleeves?|size[ -](?:guide|chart)s?|pre-?orders?|pre_orders|waiting[ _-]?lists?|waitlists?|carts?|campaigns?|catalogues?|boutiques?|discounts?|checkouts?|shoppers?|subscribers?|email_signups|orders|order_lines|an order(?= [a-z]))(?![a-z])/gi

const allowedWords: readonly { path: RegExp; word: RegExp; because: string }[] = [
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

const storages = /\b(?:localStorage|sessionStorage|indexedDB|BroadcastChannel|cookieStore)\b|\bdocument\.cookie\b/g
/** The store that catches what browsers throw, and inline scripts that cannot import it and catch it too. */
const guardedStores = new Set([
  'src/platform/client/browser-store.ts',
  'src/app/scroll-memory.tsx',
  'src/features/accounts/sign-in/sign-up-note.tsx',
])

const message = String.raw`\b(?:\w*[mM]essage|messageOf\(\w+\)|detail|problem|sentence|why)\b`
const decisions = [
  String.raw`\.(?:test|exec)\([^()]*${message}[^()]*\)`,
  String.raw`${message}\??\.(?:match|matchAll|search|includes|startsWith|endsWith|indexOf)\(`,
  String.raw`\bdetail\??\.split\(`,
  String.raw`${message} [!=]== ['"\`][^'"\`]*[ ’]`,
]
/** Errors of other programs that have no code for what is read. */
const foreignMessages = new Set([
  'src/features/accounts/client/auth-client.ts', // supabase-js drops the code of a 5xx response, and GoTrue names no field
  'src/platform/client/functions.ts', // PostgreSQL, through /rest/v1
  'src/platform/database/embedded/connect.ts', // the driver
  'src/platform/database/temporary-errors.ts', // the driver
  'src/platform/email/smtp.ts', // mail servers
  'src/platform/payments/stripe/create-payment-page.ts', // Stripe
  'src/platform/rest/handle-rest-error.ts', // PostgreSQL
  'src/platform/storage/pictures/image-process.ts', // libvips
])

const someMoment = String.raw`new Date\((?:Date\.now\(\)[^()]*)?\)`
const utcDays = new RegExp(String.raw`${someMoment}\.toISOString\(\)\.slice\(0, ?10\)|\bisoDay\(${someMoment}\)`, 'g')

const sqlTemplate = /\bsql(?:<[^`]*>)?`((?:[^`\\]|\\.)*)`/gs

/** The positions of each `or` at bracket depth zero in one SQL text; quoted texts, comments and `${…}` are skipped. */
function openOrs(text: string): number[] {
  const plain = text
    .replace(/\$\{[^}]*\}/g, (hole) => ' '.repeat(hole.length))
    .replace(/'(?:[^']|'')*'|"[^"]*"|--[^\n]*/g, (quoted) => ' '.repeat(quoted.length))
  const found: number[] = []
  let depth = 0
  for (const { 0: token, index } of plain.matchAll(/[()]|\bor\b/gi)) {
    if (token === '(') depth += 1
    else if (token === ')') depth -= 1
    else if (depth === 0 && !/create\s+$/i.test(plain.slice(0, index))) found.push(index)
  }
  return found
}

export const rules = {
  words: {
    files: 'src/platform/**/*.{ts,tsx}',
    find: (source, path) =>
      matches(source, shopWords).filter(
        ({ text }) => !allowedWords.some((each) => each.path.test(path) && each.word.test(text)),
      ),
    instead: 'a word of the shop: the platform knows no shop',
  },
  storages: {
    files: 'src/**/*.{ts,tsx}',
    // Where cookies are blocked even reading such a global throws.
    find: (source, path) => (guardedStores.has(path) ? [] : matches(source, storages)),
    instead: 'may throw: use src/platform/client/browser-store.ts',
  },
  messages: {
    files: 'src/**/*.{ts,tsx}',
    find: (source, path) =>
      foreignMessages.has(path) ? [] : matches(source, new RegExp(`^.*(?:${decisions.join('|')}).*$`, 'g')),
    instead: 'reads a message: use the error’s code or the path of its field',
  },
  // Combined with an `and`, or with a condition added later, such a text has another meaning: in a permission, a hole.
  ors: {
    files: '{src,scripts,db,tests}/**/*.{ts,tsx}',
    find: (source) =>
      [...source.matchAll(sqlTemplate)].flatMap((match) => {
        const start = match.index + match[0].indexOf('`') + 1
        return openOrs(match[1] ?? '').map((at) => {
          const line = source.slice(0, start + at).split('\n').length
          return { line, text: source.split('\n')[line - 1] ?? '' }
        })
      }),
    instead: 'an or outside a bracket: write ( … or … )',
  },
  // In summer it is yesterday for the first hour of each of the shop's days.
  days: {
    files: '{src,tests/journeys,tests/fixtures}/**/*.{ts,tsx}',
    find: (source) => matches(source, utcDays),
    instead: 'the day of UTC: write shopDate(moment)',
  },
} satisfies Record<string, Rule>

if (import.meta.main) {
  for (const { files, find, instead } of Object.values<Rule>(rules)) {
    for (const path of globSync(files).map((each) => each.replaceAll('\\', '/'))) {
      // Tests may name what the program may not, except in their SQL.
      if (path === 'scripts/check-sources.test.ts' || (files.startsWith('src/') && /\.test\.tsx?$/.test(path))) continue
      for (const { line, text } of find(readFileSync(path, 'utf8'), path)) {
        console.error(`${path}:${line}  ${text.trim()}\n  ${instead}`)
        process.exitCode = 1
      }
    }
  }
}
