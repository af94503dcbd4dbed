import { posix } from 'node:path'

/** One import statement: both paths from the root of the repository, such as `src/features/cart/cart.ts`. */
export type Import = { from: string; to: string }

// Which features a feature may use, beside itself. `content` is where the others meet: the shell, Home, coming soon.
const usable: Record<string, string[]> = {
  admin: [
    'settings',
    'money',
    'checkout',
    'orders',
    'cart',
    'discounts',
    'pre-order',
    'waiting',
    'campaign',
    'catalogue',
    'auth',
    'account',
    'content',
    'storage',
    'vitals',
  ],
  account: ['orders', 'cart', 'discounts', 'pre-order', 'waiting', 'campaign', 'catalogue', 'auth', 'content'],
  content: [
    'settings',
    'orders',
    'cart',
    'discounts',
    'pre-order',
    'waiting',
    'campaign',
    'catalogue',
    'auth',
    'storage',
  ],
  money: ['settings', 'checkout', 'orders', 'cart', 'discounts', 'catalogue', 'auth'],
  checkout: ['settings', 'orders', 'cart', 'discounts', 'pre-order', 'campaign', 'catalogue', 'auth', 'storage'],
  orders: ['cart', 'discounts', 'pre-order', 'campaign', 'catalogue', 'auth', 'storage'],
  cart: ['settings', 'discounts', 'pre-order', 'campaign', 'catalogue', 'auth', 'storage'],
  discounts: ['catalogue', 'auth', 'storage'],
  'pre-order': ['catalogue', 'auth', 'storage'],
  waiting: ['settings', 'campaign', 'pre-order', 'catalogue', 'auth', 'storage'],
  campaign: ['catalogue', 'auth', 'storage'],
  catalogue: ['settings', 'auth', 'storage'],
  sharing: ['settings', 'pre-order', 'waiting', 'catalogue', 'content', 'storage'],
  // Shows every part of the shop's looks in all its states.
  design: ['account', 'admin', 'cart', 'catalogue', 'content', 'settings', 'auth', 'storage'],
  settings: [],
  auth: [],
  storage: [],
  vitals: ['auth'],
}

const aliases: [string, string][] = [
  ['#features/', 'src/features/'],
  ['#infrastructure/', 'src/infrastructure/'],
  ['#ui/', 'src/ui/'],
  ['#tests/', 'tests/'],
  ['#config', 'src/config.ts'],
  ['#shop', 'shop.config.ts'],
]

const specifiers = /\bfrom\s*['"]([^'"\n]+)['"]|\bimport\s*['"]([^'"\n]+)['"]|\bimport\(\s*['"]([^'"\n]+)['"]\s*\)/g

const typeImports = /\bimport type [^'"]*\bfrom\s*['"][^'"\n]+['"]/g

/** The imports of a file that lead to files of this repository. */
export function findImports(file: string, source: string): Import[] {
  // Types are gone when a test runs, so a protocol test that names one still knows only the URL.
  const counted = file.startsWith('tests/protocol/') ? source.replace(typeImports, '') : source
  return [...counted.matchAll(specifiers)].flatMap(([, first, second, third]) => {
    const to = locate(file, first ?? second ?? third ?? '')
    return to ? [{ from: file, to }] : []
  })
}

/** Why an import goes the wrong way; null when it does not. */
export function whyNot({ from, to }: Import): string | null {
  if (isPage(to) && !isProgram(from) && !isTest(from)) return 'nothing imports a page'
  if (from.startsWith('tests/protocol/')) {
    return to.startsWith('src/') ? 'protocol tests know a URL, not the server' : null
  }
  if (!from.startsWith('src/') || isTest(from) || isProgram(from)) return null
  if (to.startsWith('tests/') || isTest(to)) return 'the shop does not need its tests'
  if (isProgram(to) && to !== 'src/config.ts') return 'nothing imports a program'
  if (from.startsWith('src/ui/')) return to.startsWith('src/ui/') ? null : 'ui knows no subject'
  if (from.startsWith('src/infrastructure/')) {
    return /^src\/(features|ui)\//.test(to) ? 'infrastructure knows no feature and no looks' : null
  }
  return isPage(from) ? null : whyNotFeature(featureOf(from), featureOf(to))
}

function whyNotFeature(from: string | undefined, to: string | undefined): string | null {
  if (!from || !to || from === to) return null
  const allowed = usable[from]
  if (!allowed) return `${from} has no place among the features: give it one in scripts/import-directions.ts`
  return allowed.includes(to) ? null : `${from} does not use ${to}`
}

function locate(file: string, specifier: string): string | null {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(file), specifier)
  const alias = aliases.find(([prefix]) => specifier.startsWith(prefix))
  return alias ? alias[1] + specifier.slice(alias[0].length) : null
}

function featureOf(path: string): string | undefined {
  return /^src\/features\/([^/]+)\//.exec(path)?.[1]
}

function isPage(path: string): boolean {
  return /\.(page|layout)\.tsx$/.test(path)
}

/** Files of `src/` itself: the programs, the root of the pages, the lists of doors. */
function isProgram(path: string): boolean {
  return /^src\/[^/]+$/.test(path)
}

function isTest(path: string): boolean {
  return /\.test\.tsx?$/.test(path)
}
