import { useEffect, useState } from 'react'
import { storagePrefix } from '#base/stored-value.ts'
import type { Arrivals } from '#features/settings/dispatch-and-arrival.ts'
import { useShopTerms } from '#features/settings/shop-terms.ts'
import { siteStore } from '#platform/client/browser-store.ts'
import { shop } from '#shop'
import type { ShownArrival } from './watch-arrival.ts'

/**
 * The day a garment arrives: in the shop's own country, as the server renders it. The code for the country that this
 * browser remembers loads only where it remembers one.
 */
export function Arrival({ arrivals }: { arrivals: Arrivals }) {
  const terms = useShopTerms()
  const [there, setThere] = useState<ShownArrival | null>(null)
  useEffect(() => {
    let stop: (() => void) | undefined
    let isLeft = false
    async function watch() {
      if (siteStore.getItem(`${storagePrefix}-country`) === null) return
      const { watchArrival } = await import('./watch-arrival.ts')
      if (!isLeft) stop = watchArrival(arrivals, terms, setThere)
    }
    // Without a connection the day in the shop's own country stays.
    watch().catch(() => undefined)
    return () => {
      isLeft = true
      stop?.()
    }
  }, [arrivals, terms])
  const [home] = arrivals[shop.zones[0]?.id ?? ''] ?? []
  const shown = there ?? (home && { day: home.day, where: null })
  if (!shown) return null
  return (
    <span className="block">
      With you by <strong className="font-medium">{shown.day}</strong>{' '}
      <span className="text-ink-soft">in {shown.where ?? 'the UK'}</span>
    </span>
  )
}
