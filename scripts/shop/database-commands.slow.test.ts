import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runCommand } from '#tests/fixtures/command.ts'

test('`db confirm-upgrade` removes what upgrades kept, names it, and leaves the database that is in use', async () => {
  await using folder = await dataFolder()
  const { path, postgres } = folder
  for (const name of ['data', 'data-16', 'data-17', 'binaries-16.9.0', 'binaries-17.6.0', 'binaries-18.0.0'])
    await mkdir(join(postgres, name, 'inside'), { recursive: true })
  await writeFile(join(postgres, 'data', 'PG_VERSION'), '18')
  await writeFile(join(postgres, 'password'), 'kept')

  const done = await runCommand('scripts/shop.ts', ['db', 'confirm-upgrade'], { DATA_DIR: path })
  expect([done.code, done.err]).toEqual([0, ''])
  expect(done.out.split('\n').map((line) => line.replace(/ .*\//, ' '))).toEqual([
    'removed binaries-16.9.0',
    'removed data-16',
    'removed binaries-17.6.0',
    'removed data-17',
  ])
  expect((await readdir(postgres)).sort()).toEqual(['binaries-18.0.0', 'data', 'password'])

  const again = await runCommand('scripts/shop.ts', ['db', 'confirm-upgrade'], { DATA_DIR: path })
  expect(again).toEqual({ code: 0, out: 'No upgrade waits to be confirmed.', err: '' })
})

test('`db confirm-upgrade` before the first start has nothing to remove', async () => {
  await using folder = await dataFolder()
  const done = await runCommand('scripts/shop.ts', ['db', 'confirm-upgrade'], { DATA_DIR: join(folder.path, 'none') })
  expect(done).toEqual({ code: 0, out: 'No upgrade waits to be confirmed.', err: '' })
})

async function dataFolder() {
  const path = await mkdtemp(join(tmpdir(), 'shop-upgraded-'))
  return { path, postgres: join(path, 'postgres'), [Symbol.asyncDispose]: () => rm(path, { recursive: true }) }
}
