import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

test('everything has a default, so nothing needs to be configured', () => {
  const config = readConfig({})
  expect(config).toMatchObject({ SHOP_MODE: 'rehearsal', PORT: 3000, siteUrl: 'http://localhost:3000' })
})

test('an empty value counts as absent', () => {
  expect(readConfig({ SITE_URL: '', PORT: '' }).siteUrl).toBe('http://localhost:3000')
})

test('a malformed value stops the start with a line that names it', () => {
  expect(() => readConfig({ PORT: 'three thousand' })).toThrow(/PORT/)
  expect(() => readConfig({ RATE_LIMITS: 'yes' })).toThrow(/RATE_LIMITS/)
  expect(() => readConfig({ STRIPE_SECRET: 'x' })).toThrow('STRIPE_SECRET: no such setting')
})

test('a live shop names every reason it cannot start, at once', () => {
  expect(() => readConfig({ SHOP_MODE: 'live', FAULTS: 'on' })).toThrow(
    /SITE_URL[\s\S]*JWT_SECRET[\s\S]*STRIPE_SECRET_KEY[\s\S]*STRIPE_WEBHOOK_SECRET[\s\S]*SMTP_URL[\s\S]*TRUST_PROXY[\s\S]*FAULTS/,
  )
})

test('the site address loses its trailing slash', () => {
  expect(readConfig({ SITE_URL: 'https://shop.example/' }).siteUrl).toBe('https://shop.example')
})
