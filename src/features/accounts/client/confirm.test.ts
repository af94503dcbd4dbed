import { expect, test } from 'vitest'
import { pathOnSite } from '#platform/client/path-on-site.ts'
import { addressAtServer, isFollowedAtServer, readMailLink } from './confirm.ts'

const token = 'a'.repeat(56)

test('the link in an e-mail contains its purpose and whether the user must type a password', () => {
  for (const [type, wantsPassword] of [
    ['signup', true],
    ['invite', true],
    ['recovery', true],
    ['magiclink', false],
    ['email_change', false],
  ] as const) {
    const search = `?token_hash=${token}&type=${type}&redirect_to=${encodeURIComponent('https://shop.example/account')}`
    expect(readMailLink(search)).toEqual({ token, type, wantsPassword, redirectTo: 'https://shop.example/account' })
  }
  expect(readMailLink(`?token_hash=${token}&type=email_change&set_password=1`)?.wantsPassword).toBe(true)
})

test('an incomplete or unknown link is null', () => {
  for (const search of [
    '',
    '?type=signup',
    `?token_hash=${token}`,
    `?token_hash=${token}&type=sms`,
    `?token_hash=${token}&type=constructor`,
    '?token_hash=short&type=signup',
    `?token_hash=${encodeURIComponent('<script>alert(1)</script>')}&type=signup`,
  ]) {
    expect(readMailLink(search), search).toBeNull()
  }
})

test('the server follows a PKCE link, with all of its parameters', () => {
  const link = readMailLink(`?token_hash=pkce_${token}&type=recovery&redirect_to=https://shop.example/a?b=1`)
  expect(link && isFollowedAtServer(link)).toBe(true)
  expect(link && addressAtServer(link)).toBe(
    `/auth/v1/verify?token=pkce_${token}&type=recovery&redirect_to=https%3A%2F%2Fshop.example%2Fa%3Fb%3D1`,
  )
})

test('the redirect after a confirmation opens pages of this site only', () => {
  const origin = 'https://shop.example'
  for (const [redirect, path] of [
    ['https://shop.example/', '/'],
    ['https://shop.example/account?part=orders', '/account?part=orders'],
    ['/shop', '/shop'],
    ['https://evil.example/', '/'],
    ['//evil.example/', '/'],
    ['/\\evil.example', '/'],
    ['https://shop.example@evil.example/', '/'],
    ['https://shop.example.evil.example/', '/'],
    ['https://shop.example//evil.example', '/evil.example'],
    ['https://shop.example/\\/evil.example', '/evil.example'],
    ['javascript:alert(1)', '/'],
    ['http://shop.example/', '/'],
  ]) {
    expect(pathOnSite(redirect ?? '', origin), redirect).toBe(path)
  }
})
