import { expect, test } from 'vitest'
import { openSms } from '#app/create-auth-deps.ts'
import { readConfig } from '#config'
import { twilioToken } from '#tests/fixtures/sms-server.ts'

const live = {
  ...{ SHOP_MODE: 'live', SITE_URL: 'https://shop.example', JWT_SECRET: 'x'.repeat(32), TRUST_PROXY: '1' },
  ...{ STRIPE_SECRET_KEY: 'sk_live_a', STRIPE_WEBHOOK_SECRET: 'whsec_a', SMTP_URL: 'smtps://mail.example' },
}
const twilio = { SMS_PROVIDER: 'twilio', SMS_TOKEN: twilioToken, SMS_FROM: 'Kindred' }
const db = { asService: () => Promise.reject(new Error('Nothing is sent here')) }

test('text messages are sent by the configured provider; without one a rehearsal shows them and a live shop sends none', () => {
  expect(openSms(readConfig({ ...live, ...twilio }), db)?.name).toBe('twilio')
  expect(openSms(readConfig(twilio), db)?.name).toBe('twilio')
  expect(openSms(readConfig({}), db)?.name).toBe('mailbox')
  expect(openSms(readConfig(live), db)).toBeNull()
})
