import type { ServiceKeys, ServiceName, StripeKeys } from '#platform/secrets/service-keys.ts'
import type { Config } from '../config/environment.ts'

/** The keys that the shop works with at this moment: those of the environment, else the owner's. */
export type KeysInUse = {
  /** Of the shop's mode: a rehearsal uses test keys, a live shop live ones. Null without. */
  stripe(): StripeKeys | null
  smtpUrl(): string | undefined
  /** What the owner saved, also of the other mode. */
  saved(): ServiceKeys
  /** Reads them again: a caller that changed them need not wait for the notification. */
  reread(): Promise<void>
}

type KeyConfig = Pick<Config, 'SHOP_MODE' | 'STRIPE_SECRET_KEY' | 'stripeWebhookSecrets' | 'SMTP_URL'>
type Saved = { value(): ServiceKeys; reread(): Promise<void> }

export function keysInUse(config: KeyConfig, { value, reread }: Saved): KeysInUse {
  const { STRIPE_SECRET_KEY: secretKey, stripeWebhookSecrets: webhookSecrets, SMTP_URL: smtpUrl } = config
  const fixed = secretKey ? { secretKey, webhookSecrets } : null
  const service = stripeServiceOf(config)
  return {
    stripe: () => fixed ?? value()[service]?.keys ?? null,
    smtpUrl: () => smtpUrl ?? value().mail?.keys?.smtpUrl,
    saved: value,
    reread,
  }
}

/** Stripe's keys of the shop's mode. */
export function stripeServiceOf({ SHOP_MODE }: Pick<Config, 'SHOP_MODE'>) {
  return SHOP_MODE === 'live' ? 'stripe_live' : 'stripe_test'
}

/** Which keys a live shop lacks, one line each. */
export function keysMissing({ stripe, smtpUrl, saved }: KeysInUse): string[] {
  const isUnreadable = (service: ServiceName) => saved()[service]?.keys === null
  const again = 'was saved under another JWT_SECRET: run “npm run shop -- keys reseal”'
  const save = 'or start the shop as a rehearsal and save it at /admin/settings?section=keys'
  return [
    !stripe() &&
      `STRIPE_SECRET_KEY: ${isUnreadable('stripe_live') ? `the owner’s key ${again}` : `a live shop takes real payments: set a live key here, ${save}`}`,
    smtpUrl() === undefined &&
      `SMTP_URL: ${isUnreadable('mail') ? `the owner’s mail server ${again}` : `a live shop sends e-mails: set it here, ${save}`}`,
  ].filter((reason) => reason !== false)
}
