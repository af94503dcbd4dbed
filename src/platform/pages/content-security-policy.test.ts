import { expect, test } from 'vitest'
import { contentSecurityPolicy } from './content-security-policy.ts'

test('a page allows its given inline scripts by hash, and no other host', () => {
  const policy = contentSecurityPolicy(['say(1)', 'say(1)'])
  expect(policy).toContain("script-src 'self' 'sha256-h+/ff34KF8CjFTfg6Smt6VRZue2rOPIaZdfnHC7pmxw='; ")
  expect(policy).not.toContain('http://')
  expect(policy.match(/https:\/\/[^ ;]+/g)).toEqual(['https://checkout.stripe.com'])
  expect(policy).not.toContain('frame-src')
})

test('the configured captcha’s script and frame are allowed, the other captcha’s are not', () => {
  const policy = contentSecurityPolicy([], 'turnstile')
  for (const directive of ['script-src', 'frame-src', 'connect-src']) {
    expect(policy).toMatch(new RegExp(`${directive} [^;]*https://challenges\\.cloudflare\\.com`))
  }
  expect(policy).not.toContain('hcaptcha')
  expect(contentSecurityPolicy([], 'hcaptcha')).toMatch(/frame-src https:\/\/hcaptcha\.com https:\/\/\*\.hcaptcha\.com/)
})
