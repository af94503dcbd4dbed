import { useEffect, useState } from 'react'
import { loadBackend } from '#platform/client/backend-client.ts'
import { postTo } from '#platform/client/endpoints.ts'
import { type CartDays, cartDays } from './cart-days.ts'
import { type CartFact, makingsOf } from './cart-facts.ts'
import type { CartLine } from './cart-lines.ts'
import { storedCartId } from './purchases.ts'
import type { CartTerms } from './use-fresh-terms.ts'

type Asked = { lines: readonly CartLine[]; facts: readonly CartFact[]; orderedAt: Date; terms: CartTerms }

/**
 * The days of the cart; null while a line is unknown or not on sale. With a capacity the server counts them, as browsers
 * do not know what is promised already: until it has answered for a changed cart the last day stays, which checkout
 * checks.
 */
export function useCartDays({ lines, facts, orderedAt, terms }: Asked): CartDays | null {
  const [answer, setAnswer] = useState<{ items: string; days: CartDays | null } | null>(null)
  const makings = makingsOf(lines, facts, orderedAt)
  const isKnown = lines.length > 0 && makings.length === lines.length
  const isAsked = isKnown && terms.hasCapacity === true && terms.isFresh
  const items = JSON.stringify(lines.map(({ id, size, quantity }) => ({ id, size, quantity })))

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again with fresh terms
  useEffect(() => {
    if (!isAsked) return
    let isShown = true
    const show = (days: CartDays | null) => isShown && setAnswer({ items, days })
    fetchCartDays(JSON.parse(items)).then(show, (cause) => {
      reportError(cause)
      show(null)
    })
    return () => {
      isShown = false
    }
  }, [isAsked, items, terms])

  if (!isKnown) return null
  if (!terms.hasCapacity) return cartDays(makings, orderedAt, terms)
  if (!isAsked || !answer?.days) return null
  // Positions are those of the lines that were asked about.
  return answer.items === items ? answer.days : { ...answer.days, sooner: null }
}

type Items = { id: string; size: string; quantity: number }[]

async function fetchCartDays(items: Items): Promise<CartDays | null> {
  const { data, error } = await postTo(await loadBackend(), 'cart-days', { items, cartId: storedCartId.get() })
  if (error) throw new Error('The dispatch day of the cart could not be read', { cause: error })
  return data.days
}
