import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

const folder = 'build/client/assets'
const kB = 1_000

/**
 * The budgets of a page, each file as gzip: its scripts as the router preloads them (tests/journeys/budgets.journey.ts
 * measures the inline ones, some 4 kB, and later ones), the styles of every page, and the fonts of every page.
 */
const budgets = {
  'scripts of /shop': { most: 128.5 * kB, measured: () => scriptsOf('app/pages/shop.page') },
  'scripts of /': { most: 133 * kB, measured: () => scriptsOf('app/pages/home.page') },
  'scripts of a garment': { most: 135 * kB, measured: () => scriptsOf('app/pages/product.page') },
  'styles of every page': { most: 20 * kB, measured: stylesOfAll },
  'faces of every page': { most: 50 * kB, measured: facesOfAll },
}

let isOver = false
for (const [name, { most, measured }] of Object.entries(budgets)) {
  const bytes = measured()
  if (bytes > most) isOver = true
  console.log(`${name}: ${(bytes / kB).toFixed(1)} kB of ${most / kB}${bytes > most ? ', which is TOO MUCH' : ''}`)
}
if (isOver) {
  console.error('A page got heavier than it may: see docs/decisions/0034-page-speed.md, and what in the build is new.')
  process.exitCode = 1
}

type Route = { module: string; imports?: string[]; css?: string[] }
type Manifest = { entry: Omit<Route, 'css'>; routes: Record<string, Route> }

/**
 * Reads the list of routes that browsers load. The build omits its empty fields (`shortManifest` in vite.config.ts).
 */
function readManifest(): Manifest {
  const text = readFileSync(join(folder, manifestFile()), 'utf8')
  return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1))
}

function manifestFile(): string {
  const file = readdirSync(folder).find((name) => /^manifest-\w+\.js$/.test(name))
  if (!file) throw new Error('There is no build to weigh')
  return file
}

function scriptsOf(id: string): number {
  const { entry, routes } = readManifest()
  const parts = [entry, routes.root, routes[id]]
  const files = parts.flatMap((part) => {
    if (!part) throw new Error(`There is no page ${id} in the build`)
    return [part.module, ...(part.imports ?? [])]
  })
  return weigh([...files, manifestFile()])
}

function stylesOfAll(): number {
  return weigh(readManifest().routes.root?.css ?? [])
}

function facesOfAll(): number {
  return weigh(
    readdirSync(folder).filter((name) => /^(?:ibarra|alegreya-sans)-[45]00(?:-italic)?-[\w-]+\.woff2$/.test(name)),
  )
}

function weigh(files: string[]): number {
  const names = new Set(files.map((file) => file.replace(/^\/assets\/|#$/g, '')))
  return [...names].reduce((sum, name) => sum + gzipSync(readFileSync(join(folder, name))).length, 0)
}
