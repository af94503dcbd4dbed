import { useCallback, useEffect, useState } from 'react'
import { listProducts } from '#features/catalogue/product.ts'
import { type HomeFacts, homeFacts } from '#features/content/home/home-facts.ts'
import { listLivePreorders } from '#features/pre-order/live-preorders.ts'
import { type ShopTerms, zonesOf } from '#features/settings/shop-terms.ts'
import { useShopTerms } from '#features/settings/use-shop-terms.ts'
import { loadBackend } from '#infrastructure/backend-client.ts'
import { callFunction } from '../call-function.ts'
import type { SettingsAnswer } from '../settings/settings-answer.ts'

/** `opensAt`: null where the shop has opened already. */
type Ahead = { home: HomeFacts; opensAt: Date | null }

/** Home at the moment the shop opens, or now where that is past. Browser only. */
export function useHomeAhead() {
  const [ahead, setAhead] = useState<Ahead | 'loading' | 'lost'>('loading')
  const terms = useShopTerms()

  const reload = useCallback(async () => {
    setAhead((await readAhead(terms).catch(() => null)) ?? 'lost')
  }, [terms])

  useEffect(() => {
    void reload()
  }, [reload])
  return { ahead, reload }
}

async function readAhead(terms: ShopTerms): Promise<Ahead | null> {
  const { value } = await callFunction<SettingsAnswer>('settings')
  if (!value) return null
  const now = new Date(value.now)
  const launchAt = new Date(value.launch_at.value)
  const opensAt = launchAt > now ? launchAt : null
  const then = opensAt ?? now
  const backend = await loadBackend()
  const [products, live] = await Promise.all([listProducts(backend), listLivePreorders(backend, then)])
  const { productionDays, daysOff } = terms
  return { home: homeFacts({ products, live }, then, { zones: zonesOf(terms), productionDays, daysOff }), opensAt }
}
