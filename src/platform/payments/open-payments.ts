import { AppError } from '../http/errors/app-error.ts'
import type { PaymentProvider } from './provider.ts'
import type { ProviderName } from './providers.ts'
import { openStripe, type StripeOptions } from './stripe/stripe-provider.ts'
import { openTestPayments, type TestOptions } from './test/test-provider.ts'
import type { TestWebhookSender } from './test/test-webhooks.ts'

type PaymentOptions = StripeOptions & TestOptions

/**
 * The shop's provider, which follows the keys: with other keys, the next call goes to the provider that they open. The
 * sender of the test provider's webhooks, null in a live shop, which has no test payments. Throws where a live shop has
 * no keys.
 */
export function openPayments(options: PaymentOptions): {
  provider: PaymentProvider
  testWebhookSender: TestWebhookSender | null
} {
  const test = openTestPayments(options)
  // The first that is open is used.
  const openers = {
    stripe: openStripe(options),
    test: () => test?.provider ?? null,
  } satisfies Record<ProviderName, () => PaymentProvider | null>
  function current(): PaymentProvider {
    for (const open of Object.values(openers)) {
      const provider = open()
      if (provider) return provider
    }
    throw new AppError('payment_provider_down', 'The shop takes no payments just now. Please try again later.')
  }
  current()
  return { provider: followed(current), testWebhookSender: test?.testWebhookSender ?? null }
}

/** A provider that is `current()` at every use, its name too. */
function followed(current: () => PaymentProvider): PaymentProvider {
  const follow = (now: () => PaymentProvider, inBackground: () => PaymentProvider) =>
    new Proxy(now(), {
      get: (_, name) => (name === 'inBackground' ? inBackground : Reflect.get(now(), name)),
    })
  const background: PaymentProvider = follow(
    () => current().inBackground(),
    () => background,
  )
  return follow(current, () => background)
}
