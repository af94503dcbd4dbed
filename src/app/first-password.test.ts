// @module-tag S40

import { chmod, readFile, stat, writeFile } from 'node:fs/promises'
import { expect, test, vi } from 'vitest'
import { createAccount } from '#platform/auth/account/create-account.ts'
import { hashPassword } from '#platform/auth/passwords/password.ts'
import { createLog } from '#platform/log.ts'
import { testDatabase } from '#tests/fixtures/database.ts'
import { dataFolder } from '#tests/fixtures/program.ts'
import { deleteUsedPassword, handOverPassword } from './first-start.ts'

const made = { email: 'owner@example.com', password: 'abcde-fghjk-mnpqr-stuvw' }

test('on a terminal the first password is shown, and no file is written', async () => {
  await using data = await dataFolder()
  const write = vi.fn()
  await handOverPassword(made, { dataDir: data.path, terminal: { isTTY: true, write }, live: false })
  expect(write).toHaveBeenCalledWith(expect.stringContaining(made.password))
  await expect(stat(`${data.path}/first-password`)).rejects.toThrow('ENOENT')
})

test('elsewhere the password is in a file that only its owner reads, and the log has the name', async () => {
  await using data = await dataFolder()
  const file = `${data.path}/first-password`
  await writeFile(file, 'the password of an earlier database')
  await chmod(file, 0o644)
  const write = vi.fn()
  await handOverPassword(made, { dataDir: data.path, terminal: { write }, live: true })
  expect(await readFile(file, 'utf8')).toBe(`${made.email}\n${made.password}\n`)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  const output = String(write.mock.calls)
  expect(output).toContain(file)
  // A live shop says that it ends.
  expect(output).toContain('for 7 days')
  expect(output).not.toContain(made.password)
})

test('the file is deleted after the password has been changed, and not before', async () => {
  await using data = await dataFolder()
  await using db = await testDatabase()
  const file = `${data.path}/first-password`
  await handOverPassword(made, { dataDir: data.path, terminal: { write: () => undefined }, live: false })
  await db.asService(async (tx) =>
    createAccount(tx, { email: made.email, passwordHash: await hashPassword(made.password), confirmed: true }),
  )
  const log = createLog({ level: 'silent' })
  const deleted = vi.spyOn(log, 'info')
  const checks = vi.spyOn(db, 'asService')
  using _watch = disposable(deleteUsedPassword({ db, dataDir: data.path, log, everyMs: 20 }))
  await expect.poll(() => checks.mock.calls.length).toBeGreaterThan(3)
  expect(await readFile(file, 'utf8')).toContain(made.password)

  const changed = await hashPassword('a password of her own')
  await db.asService((tx) => tx.updateTable('auth.users').set({ encrypted_password: changed }).execute())
  await expect.poll(() => deleted.mock.calls.length).toBe(1)
  await expect(stat(file)).rejects.toThrow('ENOENT')
})

function disposable(stop: () => void): Disposable {
  return { [Symbol.dispose]: stop }
}
