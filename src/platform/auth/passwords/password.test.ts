// @module-tag S17

import { argon2Sync, randomBytes } from 'node:crypto'
import { hash as bcrypt } from '@node-rs/bcrypt'
import { expect, test } from 'vitest'
import { hashPassword, needsRehash, verifyPassword } from './password.ts'

function argon2(
  password: string,
  { algorithm = 'argon2id' as 'argon2id' | 'argon2i', memory = 8192, passes = 1 } = {},
) {
  const nonce = randomBytes(16)
  const tag = argon2Sync(algorithm, { message: password, nonce, memory, passes, parallelism: 1, tagLength: 32 })
  const text = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
  return `$${algorithm}$v=19$m=${memory},t=${passes},p=1$${text(nonce)}$${text(tag)}`
}

test('hashes of hosted projects are read: bcrypt in its three spellings, argon2 of other cost', async () => {
  for (const version of ['2a', '2b', '2y'] as const) {
    const hash = (await bcrypt('correct horse', 4)).replace('$2b$', `$${version}$`)
    expect(await verifyPassword('correct horse', hash), version).toBe(true)
    expect(await verifyPassword('correct horsf', hash), version).toBe(false)
  }
  for (const algorithm of ['argon2id', 'argon2i'] as const) {
    const hash = argon2('correct horse', { algorithm })
    expect(await verifyPassword('correct horse', hash), algorithm).toBe(true)
    expect(await verifyPassword('correct horsf', hash), algorithm).toBe(false)
  }
})

test('every character counts, however long the password, in any script', async () => {
  for (const password of [
    'x'.repeat(128),
    'žluťoučký kůň 🐎',
    '密码密码密码',
    ' leading and trailing ',
    'Ünï\u0301code',
  ]) {
    const hash = await hashPassword(password)
    expect(await verifyPassword(password, hash), password).toBe(true)
    expect(await verifyPassword(`${password}x`, hash), password).toBe(false)
    expect(await verifyPassword(password.slice(0, -1), hash), password).toBe(false)
  }
})

test('bcrypt accepts neither the first 72 bytes alone nor the part before a NUL', async () => {
  const long = await bcrypt('a'.repeat(72), 4)
  expect(await verifyPassword('a'.repeat(72), long)).toBe(true)
  expect(await verifyPassword(`${'a'.repeat(72)}b`, long)).toBe(false)
  const short = await bcrypt('secret', 4)
  expect(await verifyPassword('secret\0more', short)).toBe(false)
})

test('a hash that would cost too much, or is not a hash, does not fit and is not computed', async () => {
  const real = await hashPassword('correct horse')
  const bytes = 'c2l4dGVlbiBieXRlcyE$dGhpcnR5LXR3byBieXRlcyBvZiBub3RoaW5nIGF0IGFsbCE'
  const hashes = [
    '',
    'correct horse',
    '$2b$31$Y15gQ2iq8azqOGSbGzzX7ONbCK6/WCV4HrptRPXxWVcUfkydeGaAq',
    '$2b$10$short',
    `$argon2id$v=19$m=4194304,t=2,p=1$${bytes}`,
    `$argon2id$v=19$m=19456,t=500,p=1$${bytes}`,
    `$argon2id$v=19$m=19456,t=0,p=1$${bytes}`,
    `$argon2id$v=19$m=7,t=1,p=1$${bytes}`,
    `$argon2d$v=19$m=19456,t=2,p=1$${bytes}`,
    '$argon2id$v=19$m=19456,t=2,p=1$$',
    real.slice(0, -30),
    real.replace('v=19', 'v=16'),
    `${real}\n`,
  ]
  const before = performance.now()
  for (const hash of hashes) expect(await verifyPassword('correct horse', hash), hash).toBe(false)
  expect(performance.now() - before).toBeLessThan(2_000)
})

test('bcrypt and weaker argon2 need a rehash, current and stronger hashes do not', async () => {
  expect(needsRehash(await hashPassword('correct horse'))).toBe(false)
  expect(needsRehash(argon2('x', { memory: 65_536, passes: 3 }))).toBe(false)
  expect(needsRehash(argon2('x', { memory: 8_192, passes: 3 }))).toBe(true)
  expect(needsRehash(argon2('x', { memory: 65_536, passes: 1 }))).toBe(true)
  expect(needsRehash(argon2('x', { algorithm: 'argon2i', memory: 65_536, passes: 3 }))).toBe(true)
  expect(needsRehash(await bcrypt('x', 4))).toBe(true)
})

test('a password opens in every spelling of its letters, whichever of them was hashed, also long ago', async () => {
  const composed = 'Crème brûlée für 2'.normalize('NFC')
  const decomposed = composed.normalize('NFD')
  expect(composed).not.toBe(decomposed)
  for (const typed of [composed, decomposed]) {
    const hash = await hashPassword(typed)
    expect([await verifyPassword(composed, hash), await verifyPassword(decomposed, hash)]).toEqual([true, true])
    expect(await verifyPassword('Creme brulee fur 2', hash)).toBe(false)
  }
  // As earlier versions and hosted projects hashed it: the bytes that were typed.
  for (const old of [argon2(decomposed), await bcrypt(decomposed, 4)]) {
    expect([await verifyPassword(decomposed, old), await verifyPassword(composed, old)]).toEqual([true, true])
    expect(await verifyPassword(`${composed}!`, old)).toBe(false)
  }
})
