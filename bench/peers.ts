import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePorts } from '#tests/fixtures/free-ports.ts'
import { dataFolder } from '#tests/fixtures/program.ts'

/** A server beside the shop, to compare it with. */
export type Peer = { url: string; [Symbol.asyncDispose](): Promise<void> }

/** The response to a request as it is sent: Node's own fetch would decompress it. */
export type RawResponse = { headers: string[]; bytes: Buffer }

const loopback = '127.0.0.1'

/** A bare `node:http` server on the first core that answers each request with this response. */
export async function startBareHttp({ headers, bytes }: RawResponse): Promise<Peer> {
  const program = `const { readFileSync } = require('node:fs')
const [, folder, port] = process.argv
const [headers, bytes] = [JSON.parse(readFileSync(folder + '/headers')), readFileSync(folder + '/page')]
require('node:http').createServer((_, response) => {
  response.writeHead(200, headers)
  response.end(bytes)
}).listen(port, '${loopback}')`
  const files = { page: bytes, headers: JSON.stringify(headers) }
  return start(files, (folder, port) => ['taskset', '-c', '0', process.execPath, '-e', program, folder, `${port}`])
}

/** nginx with one worker on the first core, which serves these bytes from a file. */
export async function startNginx({ bytes }: RawResponse): Promise<Peer> {
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  const configuration = (
    folder: string,
    port: number,
  ) => `daemon off; worker_processes 1; worker_cpu_affinity 1; ${user}
    pid ${folder}/pid; error_log ${folder}/error.log; events { worker_connections 1024; }
    http { access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000; open_file_cache max=100;
      default_type "text/html; charset=utf-8";
      server { listen ${loopback}:${port}; root ${folder}; rewrite .* /page; } }`
  return start({ page: bytes }, async (folder, port) => {
    await writeFile(join(folder, 'nginx.conf'), configuration(folder, port))
    return ['nginx', '-p', folder, '-c', join(folder, 'nginx.conf')]
  })
}

const nextVersion = '16.4.6'

/**
 * Bare React Router and Next.js, whose pages (`?page=0`, `?page=1` …) have the elements of these and read nothing. Their
 * packages come from the registry when they are first used, and stay: Next.js is 150 MB, for one measurement.
 */
export async function startRenderers(pages: readonly string[]) {
  const { dependencies } = JSON.parse(await readFile('package.json', 'utf8')) as {
    dependencies: Record<string, string>
  }
  const shared = ['react', 'react-dom', 'react-router', '@react-router/node']
  const versions = Object.fromEntries([...shared.map((name) => [name, dependencies[name]]), ['next', nextVersion]])
  const manifest = JSON.stringify({ type: 'module', dependencies: versions })
  const files = {
    'pages.js': `export const pages = [${pages.map((html) => `(h) => ${elementsOf(html)}`)}]\n`,
    'react-router.js': reactRouterProgram,
    'app/layout.js': `import { createElement as h } from 'react'
export default ({ children }) => h('html', null, h('body', null, children))`,
    'app/page.js': `import { createElement as h } from 'react'
import { pages } from '../pages.js'
export default async ({ searchParams }) => pages[Number((await searchParams).page ?? 0)](h)`,
  }
  const run = promisify(execFile)
  const env = { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' }
  const path = join(tmpdir(), 'shop-bench-renderers')
  const options = { cwd: path, env }
  const installed = await readFile(join(path, 'installed'), 'utf8').catch(() => null)
  if (installed !== manifest) {
    await put(path, 'package.json', manifest)
    await run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--omit=dev'], options)
    await put(path, 'installed', manifest)
  }
  for (const [name, text] of Object.entries(files)) await put(path, name, text)
  await run('node_modules/.bin/next', ['build'], options)
  await using opened = new AsyncDisposableStack()
  const reactRouter = opened.use(
    await start({}, (_, port) => [process.execPath, 'react-router.js', `${port}`], options),
  )
  const next = opened.use(
    await start({}, (_, port) => ['node_modules/.bin/next', 'start', '-H', loopback, '-p', `${port}`], options),
  )
  const rest = opened.move()
  return { reactRouter, next, [Symbol.asyncDispose]: () => rest.disposeAsync() }
}

/** What `react-router build` and its default entry for Node come to, for one route. */
const reactRouterProgram = `import { createServer } from 'node:http'
import { PassThrough } from 'node:stream'
import { createElement as h } from 'react'
import { renderToPipeableStream } from 'react-dom/server'
import { Links, Meta, Scripts, ServerRouter, useSearchParams } from 'react-router'
import { createReadableStreamFromReadable, createRequestListener } from '@react-router/node'
import { pages } from './pages.js'
const Root = () => {
  const page = pages[Number(useSearchParams()[0].get('page') ?? 0)]
  return h('html', null, h('head', null, h(Meta), h(Links)), h('body', null, page(h), h(Scripts)))
}
const entry = (request, status, headers, context) => new Promise((resolve, reject) => {
  const { pipe } = renderToPipeableStream(h(ServerRouter, { context, url: request.url }), {
    onShellReady() {
      const body = new PassThrough()
      headers.set('Content-Type', 'text/html')
      resolve(new Response(createReadableStreamFromReadable(body), { headers, status }))
      pipe(body)
    },
    onShellError: reject,
  })
})
const route = { id: 'root', path: '', module: '/assets/root.js', imports: [] }
const build = {
  entry: { module: { default: entry } },
  routes: { root: { id: 'root', path: '', module: { default: Root } } },
  assets: { entry: { module: '/assets/entry.js', imports: [] }, routes: { root: route }, url: '/assets/manifest.js', version: '1' },
  publicPath: '/', assetsBuildDirectory: '', basename: '/', future: {}, ssr: true, isSpaMode: false, prerender: [],
  routeDiscovery: { mode: 'initial', manifestPath: '/__manifest' },
}
createServer(createRequestListener({ build, mode: 'production' })).listen(process.argv[2], '${loopback}')`

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" }
const decoded = (text: string) => text.replace(/&(amp|lt|gt|quot|#x27);/g, (_, name: string) => entities[name] ?? '')
const empty = new Set(['area', 'br', 'hr', 'img', 'input', 'wbr'])
const attribute = /([\w:-]+)(?:="([^"]*)")?/g
const named: Record<string, string> = { class: 'className', for: 'htmlFor' }

/** The body of a page without its scripts, as calls of `h`, which is React's `createElement`. */
function elementsOf(html: string): string {
  const body = html.slice(html.indexOf('>', html.indexOf('<body')) + 1, html.lastIndexOf('</body>'))
  const seen = body.replace(/<(script|noscript)\b[\s\S]*?<\/\1>|<link[^>]*>|<!--[\s\S]*?-->/g, '')
  const parts = seen.matchAll(/<(\/?)([\w-]+)((?:\s[^>"]*(?:"[^"]*")?)*)\/?>|([^<]+)/g)
  const calls = [...parts].map(([, end, tag = '', attributes = '', text]) => {
    if (text !== undefined) return `,${JSON.stringify(decoded(text))}`
    if (end) return ')'
    const properties = [...attributes.matchAll(attribute)].map(([, name = '', value]) => {
      const given =
        name === 'style' ? styleOf(decoded(value ?? '')) : value === undefined || value === '' || decoded(value)
      return `${JSON.stringify(named[name] ?? name)}:${JSON.stringify(given)}`
    })
    return `,h(${JSON.stringify(tag)},{${properties}}${empty.has(tag) ? ')' : ''}`
  })
  return `h('div',null${calls.join('')})`
}

function styleOf(text: string): Record<string, string> {
  const pairs = text.split(';').map((pair) => [pair.slice(0, pair.indexOf(':')), pair.slice(pair.indexOf(':') + 1)])
  return Object.fromEntries(pairs.map(([name = '', value = '']) => [name.startsWith('--') ? name : camel(name), value]))
}

const camel = (name: string) => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

async function put(folder: string, name: string, content: string | Buffer): Promise<void> {
  await mkdir(join(folder, name, '..'), { recursive: true })
  await writeFile(join(folder, name), content)
}

type CommandOf = (folder: string, port: number) => string[] | Promise<string[]>

/** Starts a command in a folder of its own with these files, and waits until it answers. */
async function start(
  files: Record<string, string | Buffer>,
  commandOf: CommandOf,
  options: object = {},
): Promise<Peer> {
  await using opened = new AsyncDisposableStack()
  const { path } = opened.use(await dataFolder())
  const [port = 0] = await freePorts(1)
  for (const [name, content] of Object.entries(files)) await put(path, name, content)
  const [command = '', ...given] = await commandOf(path, port)
  // Debian's nginx is outside a user's PATH.
  const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` }
  const child = spawn(command, given, { stdio: ['ignore', 'ignore', 'inherit'], env, ...options })
  opened.defer(async () => {
    if (child.kill()) await once(child, 'exit')
  })
  const url = `http://${loopback}:${port}/`
  for (let tries = 0; !(await fetch(url).catch(() => null))?.ok; tries += 1) {
    if (tries > 500) throw new Error(`${command} does not answer`)
    await sleep(20)
  }
  const rest = opened.move()
  return { url, [Symbol.asyncDispose]: () => rest.disposeAsync() }
}
