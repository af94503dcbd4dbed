import type { User } from '@supabase/supabase-js'
import { loadBackend } from '#platform/client/backend-client.ts'

type ConfirmedOrder = { id: string; number: string }

/**
 * The newest order that came to the account when its address was confirmed a moment ago: a guest may have bought first.
 * Null if the address was confirmed earlier or there is no order. Throws if a request fails. Browser only.
 */
export async function findConfirmedOrder(): Promise<ConfirmedOrder | null> {
  const backend = await loadBackend()
  const { data } = await backend.auth.getSession()
  const user = data.session?.user
  if (!user || !wasJustConfirmed(user)) return null
  // Row-level security lets an administrator read every order, so the query filters by user.
  const { data: orders, error } = await backend
    .from('pre_orders')
    .select('id, order_number')
    .eq('user_id', user.id)
    .eq('payment_status', 'paid')
    .order('created_at', { ascending: false })
    .limit(1)
    .overrideTypes<{ id: string; order_number: string }[], { merge: false }>()
  if (error) throw new Error('The orders of the account could not be read', { cause: error })
  const order = orders[0]
  return order ? { id: order.id, number: order.order_number } : null
}

/** The server sets both times: the sign-in that confirms an address gets the time of the confirmation. */
function wasJustConfirmed({ email_confirmed_at: confirmed, last_sign_in_at: signedIn }: ConfirmationTimes) {
  return Boolean(confirmed && signedIn) && Math.abs(Date.parse(signedIn ?? '') - Date.parse(confirmed ?? '')) < 5_000
}

type ConfirmationTimes = Partial<Pick<User, 'email_confirmed_at' | 'last_sign_in_at'>>
