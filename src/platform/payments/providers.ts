import type { EventTypes, ProviderInfo } from './provider-info.ts'
import { stripeInfo } from './stripe/stripe-info.ts'
import { testInfo } from './test/test-info.ts'

/** Every payment provider, by its name in `pre_orders.payment_provider`: a folder here and a line in this list. */
export const paymentProviders = { stripe: stripeInfo, test: testInfo } satisfies Record<string, ProviderInfo>

export type ProviderName = keyof typeof paymentProviders
export type ProviderLabel = (typeof paymentProviders)[ProviderName]['label']

/** The information about a provider of an order; null for a name that is not in the list. */
export function findProvider(name: string): ProviderInfo | null {
  return Object.hasOwn(paymentProviders, name) ? paymentProviders[name as ProviderName] : null
}

/** The event types of these subjects, of all providers: stored events may be of the shop's former provider. */
export function eventTypesOf(...subjects: (keyof EventTypes)[]): string[] {
  return Object.values(paymentProviders).flatMap(({ eventTypes }) => subjects.flatMap((subject) => eventTypes[subject]))
}
