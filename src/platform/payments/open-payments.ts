import type { PaymentProvider } from './provider.ts'
import type { ProviderName } from './providers.ts'
import { openStripe, type StripeOptions } from './stripe/stripe-provider.ts'
import { openTestPayments, type TestOptions } from './test/test-provider.ts'
import type { TestWebhookSender } from './test/test-webhooks.ts'

type PaymentOptions = StripeOptions & TestOptions

/** Opens a provider; null if its variables are not set. */
type OpenProvider = (
  options: PaymentOptions,
) => { provider: PaymentProvider; testWebhookSender?: TestWebhookSender } | null

// The first that opens is used.
const openers = { stripe: openStripe, test: openTestPayments } satisfies Record<ProviderName, OpenProvider>

/**
 * The provider of this program, and the sender of the test provider's webhooks, null with any other. Throws when none
 * opens: a live application has no test payments.
 */
export function openPayments(options: PaymentOptions): {
  provider: PaymentProvider
  testWebhookSender: TestWebhookSender | null
} {
  for (const open of Object.values<OpenProvider>(openers)) {
    const opened = open(options)
    if (opened) return { testWebhookSender: null, ...opened }
  }
  throw new Error('A live shop takes no pretended payments')
}
