import { posix } from 'node:path'

/** One import statement: both paths from the root of the repository, such as `src/features/cart/cart.ts`. */
export type Import = { from: string; to: string }

/**
 * The rooms of `src`, from the top down: a file imports from its own room and from the rooms below it.
 * `docs/architecture.md` says what each room is for.
 */
export const rooms = [
  'app',
  'operations',
  'seo',
  'content',
  'checkout',
  'payments',
  'reviews',
  'postage',
  'orders',
  'cart',
  'waitlist',
  'discounts',
  'campaigns',
  'catalogue',
  'subscribers',
  'settings',
  'accounts',
  'admin',
  'mail',
  'ui',
  'base',
  'platform',
] as const

type Room = (typeof rooms)[number]

const aliases: [string, string][] = [
  ['#app/', 'src/app/'],
  ['#operations/', 'src/operations/'],
  ['#features/', 'src/features/'],
  ['#admin/', 'src/admin/'],
  ['#platform/', 'src/platform/'],
  ['#ui/', 'src/ui/'],
  ['#mail/', 'src/mail/'],
  ['#base/', 'src/base/'],
  ['#tests/', 'tests/'],
  ['#config', 'src/operations/config/config.ts'],
  ['#shop-carriers', 'shop.carriers.ts'],
  ['#shop-colours', 'shop.colours.ts'],
  ['#shop-duties', 'shop.duties.ts'],
  ['#shop-sizes', 'shop.sizes.ts'],
  ['#shop-topics', 'shop.topics.ts'],
  ['#shop-verses', 'shop.verses.ts'],
  ['#shop-defaults', 'shop.config.ts'],
  ['#shop', 'src/base/shop.ts'],
]

const specifiers = /\bfrom\s*['"]([^'"\n]+)['"]|\bimport\s*['"]([^'"\n]+)['"]|\bimport\(\s*['"]([^'"\n]+)['"]\s*\)/g

const typeImports = /\bimport type [^'"]*\bfrom\s*['"][^'"\n]+['"]/g

/** The imports of a file that lead to files of this repository; imports of types count. */
export function findImports(file: string, source: string): Import[] {
  // Types are erased before a test runs, so a protocol test that names one still depends on the URL only.
  const counted = isUrlTest(file) ? source.replace(typeImports, '') : source
  return [...counted.matchAll(specifiers)].flatMap(([, first, second, third]) => {
    const to = locate(file, first ?? second ?? third ?? '')
    return to ? [{ from: file, to }] : []
  })
}

/** Why an import goes the wrong way; null when it does not. */
export function directionError({ from, to }: Import): string | null {
  if (isUrlTest(from)) return to.startsWith('src/') ? 'protocol and API tests know a URL, not the server' : null
  if (!from.startsWith('src/') || isTest(from)) return null
  if (to.startsWith('tests/') || isTest(to)) return 'the shop does not need its tests'
  const above = roomOf(from)
  if (above === null) return `${from} is in no room: give its folder a place in scripts/import-directions.ts`
  if (/^shop\.\w+\.ts$/.test(to)) return above === 'platform' ? 'the platform gets the shop’s values as options' : null
  const below = roomOf(to)
  if (below === null || above === below) return null
  return rooms.indexOf(above) < rooms.indexOf(below) ? null : `${above} is below ${below}`
}

/** Each cycle of files that import one another, as a list of paths; imports of types count. */
export function findCycles(imports: readonly Import[]): string[][] {
  const targets = Map.groupBy(imports, ({ from }) => from)
  const index = new Map<string, number>()
  const low = new Map<string, number>()
  const stack: string[] = []
  const cycles: string[][] = []
  // Tarjan's algorithm: a strongly connected component of more than one file is a cycle.
  function visit(file: string): void {
    index.set(file, index.size)
    low.set(file, index.size - 1)
    stack.push(file)
    for (const { to } of targets.get(file) ?? []) {
      if (!index.has(to)) visit(to)
      if (stack.includes(to)) low.set(file, Math.min(low.get(file) ?? 0, low.get(to) ?? 0))
    }
    if (low.get(file) !== index.get(file)) return
    const component = stack.splice(stack.indexOf(file))
    if (component.length > 1) cycles.push(component)
  }
  for (const file of targets.keys()) if (!index.has(file)) visit(file)
  return cycles
}

function locate(file: string, specifier: string): string | null {
  if (specifier.includes('+types/')) return null
  if (specifier.startsWith('.')) return posix.join(posix.dirname(file), specifier)
  const alias = aliases.find(([prefix]) => specifier.startsWith(prefix))
  return alias ? alias[1] + specifier.slice(alias[0].length) : null
}

/**
 * The room of a file of `src`; files of `src` itself are the programs and belong to the top. Null outside and unknown.
 */
function roomOf(path: string): Room | null {
  if (/^src\/[^/]+$/.test(path)) return 'app'
  const name = /^src\/(?:features\/)?([^/]+)\//.exec(path)?.[1]
  return rooms.find((room) => room === name) ?? null
}

function isTest(path: string): boolean {
  return /\.test\.tsx?$/.test(path)
}

function isUrlTest(path: string): boolean {
  return /^tests\/(?:protocol|api)\//.test(path)
}
