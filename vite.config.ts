import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'
import { scriptText } from './scripts/script-text.ts'

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter(), scriptText(), browserOnly(), plainIcons(), shortManifest(), smallerForms()],
  // The code of every page is one file: thirty small ones are larger, through separate compression and their lines in
  // the list of routes. The two programs are entries of one server build, so both use one copy of every module. The
  // third is their child process.
  environments: {
    client: {
      // supabase-js reads it once on its own, also where its store is ours, and fails where the browser throws.
      // Vite's development server would assign the value, which a browser refuses.
      define: command === 'build' ? { 'globalThis.localStorage': 'undefined' } : {},
      build: {
        rollupOptions: {
          // A constant is written where it is used: importing it takes more bytes.
          optimization: { inlineConst: true },
          output: {
            codeSplitting: { groups: [{ name: sharedFile }] },
            // Hashes of seven characters: every page loads the list of routes, which has the names of all files.
            entryFileNames: 'assets/[name]-[hash:7].js',
            chunkFileNames: 'assets/[name]-[hash:7].js',
          },
        },
      },
    },
    ssr: {
      // Loaded from its package, all 2,091 icons would take 20 MB of memory. The build includes those that pages use.
      resolve: { noExternal: command === 'build' ? ['lucide-react'] : [] },
      build: {
        rollupOptions: {
          input: {
            server: 'src/server.ts',
            worker: 'src/worker.ts',
            'image-worker': 'src/platform/storage/pictures/image-worker.ts',
          },
        },
      },
    },
  },
  build: { target: 'es2022', sourcemap: false, assetsInlineLimit: 0 },
  server: { hmr: { protocol: 'ws' } },
}))

type Modules = { getModuleInfo(id: string): { importedIds: readonly string[] } | null }

/** Ends the build where a script for browsers would import a module of Node: it would fail at its first line. */
function browserOnly(): Plugin {
  return {
    name: 'browser-only',
    apply: 'build',
    enforce: 'pre',
    resolveId(source, importer) {
      if (this.environment.name === 'client' && source.startsWith('node:')) {
        this.error(`${importer} imports ${source}, which no browser has`)
      }
    },
  }
}

/** Small parts of the entry pages. */
const ofManyPages =
  /src\/(?:ui\/(?:button|picture|rule|late|breadcrumb|verse|with-new-data|page-meta|price)|features\/(?:cart\/sizes\/stored-size|settings\/use-shop-terms|catalogue\/(?:recent\/recently-viewed|sizes\/size|prefetch-picture|product-card|product-summary|preorders\/preorder-end-time)))\.tsx?$/

/** The lists of garments in the browser, which load when a page is idle: one file has fewer lines in the base. */
const whenIdle = /src\/features\/catalogue\/stored-garments\.ts$/

/** Importing one icon imports the list of all; only the page frame's icons are on every page. */
const iconElsewhere =
  /lucide-react\/dist\/esm\/icons\/(?!(?:menu|x|user-round|log-out|shopping-bag|search|pause|play|plus|minus)\.)/

let ofEveryPage: Set<string> | null = null

/** The shared file of a module of the browser build: `base` for every page, `idle`, or none. */
function sharedFile(id: string, modules: Modules): string | null {
  ofEveryPage ??= importedBy(['src/entry.client.tsx', 'src/root.tsx?__react-router-build-client-route'], modules)
  if ((ofEveryPage.has(id) && !iconElsewhere.test(id)) || ofManyPages.test(id)) return 'base'
  return whenIdle.test(id) ? 'idle' : null
}

function importedBy(entries: string[], modules: Modules): Set<string> {
  const found = new Set<string>()
  const next = entries.map((entry) => resolve(entry))
  for (let id = next.pop(); id; id = next.pop()) {
    for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) {
      if (found.has(imported)) continue
      found.add(imported)
      next.push(imported)
    }
  }
  return found
}

/** See src/ui/plain-icon.ts. */
function plainIcons(): Plugin {
  const id = '\0plain-icon'
  return {
    name: 'plain-icons',
    enforce: 'pre',
    apply: 'build',
    resolveId(source, importer) {
      const isIcon = source.endsWith('/createLucideIcon.mjs') && importer?.includes('/lucide-react/dist/esm/icons/')
      return isIcon ? id : null
    },
    load: (loaded) =>
      loaded === id ? `export { plainIcon as default } from '${resolve('src/ui/plain-icon.ts')}'` : null,
    // What `plainIcon` does not read; the keys of the lines are random, so they hardly compress.
    transform: {
      filter: { id: /\/lucide-react\/dist\/esm\/icons\// },
      handler: (code) => code.replace(/, key: "\w+"|^__iconData\.node;$|^ {2}(?:size: 24|name: "[\w-]+"),$/gm, ''),
    },
  }
}

type BrowserRoute = Record<string, unknown> & { id: string; imports: string[]; css: string[] }
type BrowserManifest = {
  entry: { imports: string[] }
  routes: Record<string, BrowserRoute> & { root: BrowserRoute }
}

const shoppersRoute =
  /^(?:features\/content\/(?!.*\/admin\/|privacy|terms|returns|accessibility|not-found|contact|about)|app\/pages\/(?:home|shop|product|pre-order)\.page)/

/**
 * Shortens the list of routes that browsers load with every page: it omits empty fields, the styles of the root, the
 * entry's imports, and the imports of pages outside the storefront and of its texts (their own script loads these).
 * The server has its own list.
 */
function shortManifest(): Plugin {
  const folder = 'build/client/assets'
  const before = 'window.__reactRouterManifest='
  return {
    name: 'short-manifest',
    apply: 'build',
    writeBundle() {
      if (this.environment.name !== 'ssr') return
      const [file] = readdirSync(folder).filter((name) => /^manifest-\w+\.js$/.test(name))
      const text = file ? readFileSync(join(folder, file), 'utf8') : ''
      if (!file || !text.startsWith(before)) throw new Error('The list of routes for browsers is not where it was.')
      const { routes, ...rest }: BrowserManifest = JSON.parse(text.slice(before.length, -1))
      for (const [id, route] of Object.entries(routes)) {
        // The root's styles are on every page.
        if (route !== routes.root) route.css = route.css.filter((file) => !routes.root.css.includes(file))
        // The entry's files are on every page too.
        const isShoppers = shoppersRoute.test(route.id)
        route.imports = isShoppers ? route.imports.filter((file) => !rest.entry.imports.includes(file)) : []
        delete route.hasDefaultExport
        // The line below the list sets it from the key, and so the path, where it is the same: `named` in src/routes.ts.
        delete (route as Partial<BrowserRoute>).id
        if (route.path === id) delete route.path
        for (const [name, value] of Object.entries(route)) {
          if (value === false || (Array.isArray(value) && value.length === 0)) delete route[name]
        }
      }
      const list = 'window.__reactRouterManifest.routes'
      const setIds = `for(const[i,r]of Object.entries(${list}))r.id=i,r.path??=r.index||i.endsWith('/')?void 0:i`
      writeFileSync(join(folder, file), `${before}${JSON.stringify({ ...rest, routes })};${setIds};`)
    },
  }
}

/**
 * Writes compressed forms beside each text file, `.br` and `.gz`, at the highest level: once, so that they exist for
 * the first visitor after a start. The server reads them (src/platform/pages/static-files.ts).
 */
function smallerForms(): Plugin {
  const [brotli, zip] = [promisify(brotliCompress), promisify(gzip)]
  async function writeBeside(file: string): Promise<void> {
    const bytes = readFileSync(file)
    // Smaller files save less than a header.
    if (bytes.length < 1_000) return
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
    writeFileSync(`${file}.br`, await brotli(bytes, { params }))
    writeFileSync(`${file}.gz`, await zip(bytes, { level: 9 }))
  }
  return {
    name: 'smaller-forms',
    apply: 'build',
    writeBundle: {
      // After everything that writes into the folder, the list of routes included.
      order: 'post',
      sequential: true,
      async handler() {
        if (this.environment.name !== 'ssr') return
        const names = readdirSync('build/client', { recursive: true, encoding: 'utf8' })
        const files = names.filter((name) => /^[^.].*\.(?:js|css|svg|txt|json|webmanifest)$/.test(name))
        await Promise.all(files.map((name) => writeBeside(join('build/client', name))))
      },
    },
  }
}
