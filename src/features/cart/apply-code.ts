import { readTyped } from '#platform/text/typed-text.ts'
import { toast } from '#ui/toast.ts'
import { cart } from './cart.ts'
import { appliedCode } from './preferences.ts'
import { requestCheckout } from './request-checkout.ts'

const unclear = 'Please check your code and try again'

/**
 * Validates a code for the cart, applies it, and shows a toast. Null if the code was applied, otherwise the message for
 * its field.
 */
export async function applyCode(typed: string): Promise<string | null> {
  const code = readTyped(typed).toUpperCase()
  if (code === '') {
    void toast({ title: 'Enter Discount Code', description: 'Please enter a discount code' })
    return 'Please enter a discount code'
  }
  const verdict = await validateCode(code)
  if (typeof verdict === 'string') {
    void toast({ title: 'Invalid Discount Code', description: verdict, tone: 'error' })
    return verdict
  }
  appliedCode.update(() => ({ code, percent: verdict }))
  void toast({ title: 'Discount Applied!', description: `${code}: ${verdict}% off`, tone: 'success' })
  return null
}

/** The percentage, or the error message. */
async function validateCode(code: string): Promise<number | string> {
  try {
    const reply = await requestCheckout({ items: cart.get(), discountCode: code, validateOnly: true })
    if ('refusal' in reply) return reply.refusal.message
    return 'discount' in reply.answer && reply.answer.discount > 0 ? reply.answer.discount : unclear
  } catch (cause) {
    reportError(cause)
    return unclear
  }
}

export function removeCode(): void {
  appliedCode.update(() => null)
}
