// @module-tag S45

import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const run = promisify(execFile)
const platform = `${process.platform}-${process.arch}`
const version = '24.21.0'
const name = 'node-of-the-test'

test('the pinned Node is installed from the registry when its hash is the pinned one', async () => {
  await using registry = await serveNode()
  const { status, said } = await prepareIn(registry, registry.integrity)
  expect(said).toBe(`shop: Node 20.19.0 is too old for the shop: installing Node ${version} in .node/ …\n`)
  expect(status).toBe(0)
  const installed = join(registry.folder, '.node', version, 'bin/node')
  expect((await run(installed, ['--version'])).stdout.trim()).toBe(`v${version}`)
})

test('a Node with another hash than the pinned one stops the set-up in one line, and none of it is stored or run', async () => {
  await using registry = await serveNode()
  const other = `sha512-${createHash('sha512').update('the Node we looked at').digest('base64')}`
  const { status, said } = await prepareIn(registry, other)
  expect(said.trimEnd().split('\n').slice(1)).toEqual([
    `shop: npm could not install Node ${version}: what the registry sent is not what this shop expects (its hash differs). Nothing of it was used.`,
  ])
  expect(status).toBe(1)
  expect(existsSync(join(registry.folder, 'it-ran'))).toBe(false)
  expect(existsSync(join(registry.folder, '.node', version))).toBe(false)
})

test('every platform has its package, version and hash pinned', async () => {
  const pins = JSON.parse(await readFile('scripts/set-up/node-packages.json', 'utf8'))
  expect(Object.keys(pins).sort()).toEqual(['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64', 'win32-x64'])
  for (const pin of Object.values(pins)) {
    expect(pin).toEqual({
      name: expect.stringMatching(/^node-/),
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      integrity: expect.stringMatching(/^sha512-[\w+/]{86}==$/),
    })
  }
})

type Registry = { folder: string; url: string; integrity: string; [Symbol.asyncDispose](): Promise<void> }

/** A package registry with one package: a Node that prints its version and leaves a file where it ran. */
async function serveNode(): Promise<Registry> {
  const folder = await mkdtemp(join(tmpdir(), 'shop-node-'))
  const source = join(folder, 'source')
  await mkdir(join(source, 'bin'), { recursive: true })
  await writeFile(join(source, 'package.json'), JSON.stringify({ name, version }))
  await writeFile(join(source, 'bin/node'), `#!/bin/sh\ntouch "${folder}/it-ran"\necho v${version}\n`)
  await chmod(join(source, 'bin/node'), 0o755)
  await run('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: source })
  const tarball = await readFile(join(folder, `${name}-${version}.tgz`))
  const integrity = `sha512-${createHash('sha512').update(tarball).digest('base64')}`
  const server = createServer((request, response) => {
    if (request.url?.endsWith('.tgz')) return response.end(tarball)
    const dist = { integrity, tarball: `${url}/${name}/-/${name}-${version}.tgz` }
    const versions = { [version]: { name, version, dist } }
    response.setHeader('Content-Type', 'application/json')
    return response.end(JSON.stringify({ name, 'dist-tags': { latest: version }, versions }))
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  async function close(): Promise<void> {
    server.closeAllConnections()
    await new Promise((closed) => server.close(closed))
    await rm(folder, { recursive: true, force: true })
  }
  return { folder, url, integrity, [Symbol.asyncDispose]: close }
}

/** Prepares Node in the registry's folder as a machine with Node 20 would. */
async function prepareIn(registry: Registry, integrity: string): Promise<{ status: number; said: string }> {
  const packages = { [platform]: { name, version, integrity } }
  const program = `
    import { prepareNode } from '${resolve('scripts/set-up/node.mjs')}'
    import { logStep, SetUpError } from '${resolve('scripts/set-up/log-step.mjs')}'
    await prepareNode({ running: '20.19.0', packages: ${JSON.stringify(packages)} }).catch((error) => {
      if (!(error instanceof SetUpError)) throw error
      logStep(error.message)
      process.exitCode = 1
    })`
  const env = {
    ...process.env,
    npm_config_registry: registry.url,
    npm_config_cache: join(registry.folder, 'cache'),
    npm_config_userconfig: join(registry.folder, 'no-npmrc'),
  }
  const options = { cwd: registry.folder, env }
  return run(process.execPath, ['--input-type=module', '--eval', program], options).then(
    ({ stderr }) => ({ status: 0, said: stderr }),
    ({ code, stderr }) => ({ status: code, said: stderr }),
  )
}
