import { expect, test } from 'vitest'
import { readCarriedSession } from './confirm.ts'

function tokenOf(claims: object): string {
  return `head.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.signature`
}

test('a recovery link that carries a session names its account', () => {
  const token = tokenOf({ email: 'søren@example.com', sub: '1' })
  const hash = `#access_token=${token}&refresh_token=again&type=recovery&expires_in=3600`
  expect(readCarriedSession(hash)).toEqual({ accessToken: token, refreshToken: 'again', email: 'søren@example.com' })
})

test('a session in any other link is ignored', () => {
  const token = tokenOf({ email: 'a@example.com' })
  for (const hash of [
    '',
    '#reviews',
    `#access_token=${token}&refresh_token=again&type=magiclink`,
    `#access_token=${token}&type=recovery`,
    `#refresh_token=again&type=recovery`,
  ]) {
    expect(readCarriedSession(hash), hash).toBeNull()
  }
  expect(readCarriedSession('#access_token=rubbish&refresh_token=again&type=recovery')?.email).toBe('')
})
