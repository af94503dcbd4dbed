import { toast } from '#ui/toast.ts'
import { cart } from './cart-storage.ts'
import { appliedCode } from './preferences.ts'
import { requestCheckout } from './request-checkout.ts'

const unclear = 'Please check your code and try again'

/**
 * Asks the shop whether a code holds for the cart, uses it if so, and says what came of it. Null when it is in use, else
 * what is wrong with what was typed, to stand at its field.
 */
export async function applyCode(typed: string): Promise<string | null> {
  const code = typed.trim().toUpperCase()
  if (code === '') {
    void toast({ title: 'Enter Discount Code', description: 'Please enter a discount code' })
    return 'Please enter a discount code'
  }
  const verdict = await askAboutCode(code)
  if (typeof verdict === 'string') {
    void toast({ title: 'Invalid Discount Code', description: verdict, tone: 'error' })
    return verdict
  }
  appliedCode.update(() => ({ code, percent: verdict }))
  void toast({ title: 'Discount Applied!', description: `${code}: ${verdict}% off`, tone: 'success' })
  return null
}

/** The percent off, or why not. */
async function askAboutCode(code: string): Promise<number | string> {
  try {
    const reply = await requestCheckout({ items: cart.get(), discountCode: code, validateOnly: true })
    if ('refusal' in reply) return reply.refusal.message
    const { discount } = reply.answer
    return typeof discount === 'number' && discount > 0 ? discount : unclear
  } catch (cause) {
    reportError(cause)
    return unclear
  }
}

export function removeCode(): void {
  appliedCode.update(() => null)
}
