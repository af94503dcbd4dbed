// @module-tag S25

import { expect, test } from 'vitest'
import { contentSecurityPolicy } from './content-security-policy.ts'

test('a page allows its given inline scripts by hash, and no other host', () => {
  const policy = contentSecurityPolicy(['say(1)', 'say(1)'])
  expect(policy).toContain("script-src 'self' 'sha256-h+/ff34KF8CjFTfg6Smt6VRZue2rOPIaZdfnHC7pmxw='; ")
  expect(policy).not.toContain('http://')
  expect(policy.match(/https:\/\/[^ ;]+/g)).toEqual(['https://checkout.stripe.com'])
  expect(policy).not.toContain('frame-src')
})

test('a page whose scripts are held requires Trusted Types, and no script can add a policy of its own', () => {
  const policy = contentSecurityPolicy([], { hasTrustedTypes: true })
  expect(policy).toContain("; require-trusted-types-for 'script'; trusted-types default inert-html")
  expect(policy).not.toContain('allow-duplicates')
  expect(contentSecurityPolicy([])).not.toContain('trusted-types')
})

test('the configured captcha’s script and frame are allowed, the other captcha’s are not', () => {
  const policy = contentSecurityPolicy([], { captcha: 'turnstile', hasTrustedTypes: true })
  for (const directive of ['script-src', 'frame-src', 'connect-src']) {
    expect(policy).toMatch(new RegExp(`${directive} [^;]*https://challenges\\.cloudflare\\.com`))
  }
  expect(policy).not.toContain('hcaptcha')
  expect(policy).not.toContain('trusted-types')
  expect(contentSecurityPolicy([], { captcha: 'hcaptcha' })).toMatch(
    /frame-src https:\/\/hcaptcha\.com https:\/\/\*\.hcaptcha\.com/,
  )
})
