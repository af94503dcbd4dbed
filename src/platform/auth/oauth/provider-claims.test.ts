import { expect, test } from 'vitest'
import { mergeProfile, readProviderClaims } from './provider-claims.ts'

const claims = { iss: 'https://id.example', sub: '1', email: 'A.B@Example.com', email_verified: true }

test('an address is stored in lower case, with the provider’s claims', () => {
  const fields = { ...claims, name: ' Aisha K ', picture: 'https://img.example/a.jpg', preferred_username: 'aisha' }
  expect(readProviderClaims('example', fields)).toEqual({
    provider: 'example',
    subject: '1',
    email: 'a.b@example.com',
    emailVerified: true,
    data: {
      iss: 'https://id.example',
      sub: '1',
      provider_id: '1',
      name: 'Aisha K',
      full_name: 'Aisha K',
      preferred_username: 'aisha',
      user_name: 'aisha',
      picture: 'https://img.example/a.jpg',
      avatar_url: 'https://img.example/a.jpg',
      email: 'a.b@example.com',
      email_verified: true,
      phone_verified: false,
    },
  })
})

test.for([
  ['example', true, true],
  ['example', 'true', true],
  ['example', false, false],
  ['example', 'false', false],
  ['example', 'yes', false],
  ['example', undefined, false],
  ['example', null, false],
  ['example', [true], false],
  ['example', {}, false],
] as const)('%s says email_verified: %j', ([provider, email_verified, verified]) => {
  expect(readProviderClaims(provider, { ...claims, email_verified }).emailVerified).toBe(verified)
})

test('Entra verifies an address by a claim of its own, which no other provider’s replaces', () => {
  const { email_verified: _, ...silent } = claims
  expect(readProviderClaims('azure', { ...silent, xms_edov: true }).emailVerified).toBe(true)
  expect(readProviderClaims('azure', { ...silent, xms_edov: '1' }).emailVerified).toBe(true)
  expect(readProviderClaims('azure', { ...silent, xms_edov: false }).emailVerified).toBe(false)
  expect(readProviderClaims('azure', silent).emailVerified).toBe(false)
  expect(readProviderClaims('azure', { ...silent, email_verified: false, xms_edov: true }).emailVerified).toBe(false)
  expect(readProviderClaims('example', { ...silent, xms_edov: true }).emailVerified).toBe(false)
})

test('an invalid address counts as none, and is never verified', () => {
  for (const email of ['nobody', 'a@b.example, c@d.example', 'a@b.example\r\nBcc: c@d.example', 5, null]) {
    expect(readProviderClaims('example', { ...claims, email })).toMatchObject({ email: null, emailVerified: false })
  }
})

test('a picture is a web address, and texts are storable', () => {
  const { data } = readProviderClaims('example', {
    ...claims,
    picture: 'javascript:alert(1)',
    name: `a\0b\ud800${'x'.repeat(1_000)}`,
    locale: 5,
  })
  expect(data).not.toHaveProperty('picture')
  expect(data).not.toHaveProperty('avatar_url')
  expect(data).not.toHaveProperty('locale')
  expect(data.name).toBe(`ab\ufffd${'x'.repeat(497)}`)
})

test('without a subject the claims are refused', () => {
  for (const sub of [undefined, '', 5, 'a\0b', 'x'.repeat(256)]) {
    expect(() => readProviderClaims('example', { ...claims, sub })).toThrow('example named no user')
  }
})

test('a profile follows the provider where its owner has not written something else', () => {
  const stored = { name: 'Old', full_name: 'My own', plan: 'kept', email: 'own@example.com' }
  const fields = { name: 'New', full_name: 'New', picture: 'https://img.example', email: 'a@example.com', sub: '1' }
  expect(mergeProfile(stored, { name: 'Old', full_name: 'Old' }, fields)).toEqual({
    name: 'New',
    full_name: 'My own',
    plan: 'kept',
    email: 'own@example.com',
    picture: 'https://img.example',
  })
})
