// @module-tag S17

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { commonPasswords, isEasyToGuess, validatePassword } from './validate-password.ts'

const settings = { passwordMinLength: 6, refuseCommonPasswords: true } as Parameters<
  typeof validatePassword
>[0]['settings']

const brand = { name: 'The Kindred Wardrobe', shortName: 'tkw' }

type PasswordContext = Parameters<typeof validatePassword>[1]

/** `fine`, or the reason of a refusal. */
async function validate(
  password: string,
  more: Omit<PasswordContext, 'password'> = {},
  requested = settings,
): Promise<string> {
  return validatePassword({ settings: requested, brand }, { password, ...more }).then(
    () => 'fine',
    (error: { code: string; extra: { weak_password?: { reasons: string[] } } }) =>
      error.extra.weak_password?.reasons.join() ?? error.code,
  )
}

test('a password below the minimum length is refused with the number', async () => {
  await expect(validatePassword({ settings, brand }, { password: 'short' })).rejects.toMatchObject({
    status: 422,
    code: 'weak_password',
    message: 'Password should be at least 6 characters.',
    extra: { weak_password: { reasons: ['length'] } },
  })
  const stricter = { ...settings, passwordMinLength: 10 }
  await expect(validatePassword({ settings: stricter, brand }, { password: 'ninechars' })).rejects.toThrow(
    'at least 10 characters',
  )
  expect(await validate('tenchars!x', {}, stricter)).toBe('fine')
})

test('an administrator’s password has twelve characters, or more where the minimum is higher', async () => {
  expect(await validate('kqhs7 wolfr', { isStaff: true })).toBe('length')
  expect(await validate('kqhs7 wolfrm', { isStaff: true })).toBe('fine')
  expect(await validate('kqhs7 wolfrm', { isStaff: true }, { ...settings, passwordMinLength: 14 })).toBe('length')
})

test('characters are counted as Unicode code points, not as bytes or surrogate halves', async () => {
  expect(await validate('🐎🐑🐐🐄🐓')).toBe('length')
  expect(await validate('🐎🐑🐐🐄🐓🐖')).toBe('fine')
  const mixed = (length: number) =>
    Array.from({ length }, (_, at) => ['ž', '🐎', 'q', '7', 'ü'][(at * at) % 5]).join('')
  expect(await validate(mixed(128))).toBe('fine')
  expect(await validate(mixed(129))).toBe('validation_failed')
  expect(await validate('x'.repeat(1_000_000))).toBe('validation_failed')
})

test('invalid text is refused', async () => {
  expect(await validate('a good one\0here')).toBe('validation_failed')
  expect(await validate('a good one \ud83d')).toBe('validation_failed')
})

test('common and leaked passwords are refused in any case and width', async () => {
  const known = [
    'password',
    'Password1',
    'QWERTY123',
    'iloveyou',
    'trustno1',
    'P@ssw0rd',
    'jesuschrist',
    'ｐａｓｓｗｏｒｄ',
    ' letmein ',
  ]
  for (const password of known) expect(await validate(password), password).toBe('pwned')
  const list = await commonPasswords()
  expect(list.size).toBeGreaterThan(40_000)
  for (const password of [...list].filter((each) => each.length >= 6).slice(0, 2_000))
    expect(await validate(password), password).toBe('pwned')
})

test('a repeated pattern and an ascending or descending sequence are refused', async () => {
  const patterns = [
    'aaaaaaaa',
    '12345678',
    '87654321',
    '1234567890',
    'abcdefgh',
    'hgfedcba',
    'xyxyxyxy',
    'wq7wq7wq7wq7',
    'zzzzzzz ',
  ]
  for (const password of patterns) expect(await validate(password), password).toBe('pwned')
  for (const password of ['abcdefgj', 'kqhs7 wolf', 'wq7wq8wq7'])
    expect(await validate(password), password).toBe('fine')
})

test('the address, its part before the @, and the shop’s name are refused', async () => {
  const email = 'Ruth.Moab+shop@fields.example'
  const own = [
    email,
    'ruth.moab+shop@FIELDS.example',
    'Ruth.Moab',
    'ruthmoab',
    'ruth-moab',
    'RuthMoab2024',
    '7ruthmoab',
    'ruth.moab+shop',
  ]
  for (const password of own) expect(await validate(password, { email }), password).toBe('pwned')
  const ours = ['thekindredwardrobe', 'The Kindred Wardrobe', 'kindredwardrobe1', 'Kindred Wardrobe!']
  for (const password of ours) expect(await validate(password, { email }), password).toBe('pwned')
  for (const password of ['ruth gleans barley', 'wardrobe of moab', 'threshing-floor'])
    expect(await validate(password, { email }), password).toBe('fine')
  expect(await validate('jo4711 jo', { email: 'jo@fields.example' })).toBe('fine')
})

test('a shop may allow common passwords, and still requires the length', async () => {
  const lenient = { ...settings, refuseCommonPasswords: false }
  expect(await validate('password', {}, lenient)).toBe('fine')
  expect(await validate('aaaaaaaa', {}, lenient)).toBe('fine')
  expect(await validate('short', {}, lenient)).toBe('length')
})

test('any text gets a verdict and never throws an unexpected error', async () => {
  const anything = fc.string({ unit: 'binary', maxLength: 200 })
  await fc.assert(
    fc.asyncProperty(anything, anything, fc.boolean(), async (password, email, isStaff) => {
      const verdict = await validate(password, { email, isStaff })
      expect(['fine', 'length', 'pwned', 'validation_failed']).toContain(verdict)
      // As it is hashed, a character may count as two.
      const length = [...password.normalize('NFC')].length
      if (length > 128) expect(verdict).toBe('validation_failed')
      else if (length < (isStaff ? 12 : 6) && !password.includes('\0')) expect(verdict).toBe('length')
    }),
    { numRuns: 2_000 },
  )
})

test('changing case or adding outer spaces does not make an easy password acceptable', async () => {
  const list = [...(await commonPasswords())]
  const spelt = fc.tuple(fc.nat(list.length - 1), fc.infiniteStream(fc.boolean()), fc.nat(3), fc.nat(3))
  await fc.assert(
    fc.asyncProperty(spelt, async ([at, flips, before, after]) => {
      const word = [...(list[at] ?? '')].map((each) => (flips.next().value ? each.toUpperCase() : each)).join('')
      expect(await isEasyToGuess(`${' '.repeat(before)}${word}${' '.repeat(after)}`, brand)).toBe(true)
    }),
    { numRuns: 2_000 },
  )
})

test('random passwords of twelve characters pass', async () => {
  const random = fc.array(fc.constantFrom(...'abcdefghjkmnpqrstuvwxyz23456789'), { minLength: 12, maxLength: 40 })
  await fc.assert(
    fc.asyncProperty(random, async (characters) => {
      fc.pre(new Set(characters).size > 4)
      expect(await validate(characters.join(''), { email: 'ruth@fields.example' })).toBe('fine')
    }),
    { numRuns: 1_000 },
  )
})
