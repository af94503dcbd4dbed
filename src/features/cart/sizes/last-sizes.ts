import { useEffect, useState } from 'react'
import { read } from '#platform/client/functions.ts'
import { onSessionChange, storedUserId } from '#platform/client/stored-session.ts'
import type { GetResponse } from '#platform/http/contract.ts'

/** What the customer's last garment of a kind was made to, which her consent lets the shop look up. */
export type LastSize = NonNullable<GetResponse<'my-sizes'>['sizes']>[number]

let asked: { userId: string; sizes: Promise<LastSize[] | null> } | undefined

/** Read once for a page; none without a connection, and then the next call reads again. */
function readLastSizes(userId: string): Promise<LastSize[] | null> {
  if (asked?.userId === userId) return asked.sizes
  const sizes = read('my-sizes').then(
    (found) => found.sizes,
    () => {
      forgetLastSizes()
      return []
    },
  )
  asked = { userId, sizes }
  return sizes
}

/** Reads them anew at the next look, after the consent has changed. */
export function forgetLastSizes(): void {
  asked = undefined
}

/** The last sizes of the customer who is signed in; empty until they are known, null without her consent. */
export function useLastSizes(): LastSize[] | null {
  const [sizes, setSizes] = useState<LastSize[] | null>([])
  useEffect(() => {
    let isShown = true
    async function look() {
      const userId = storedUserId()
      const found = userId ? await readLastSizes(userId) : []
      if (isShown) setSizes(found)
    }
    void look()
    const leave = onSessionChange(() => void look())
    return () => {
      isShown = false
      leave()
    }
  }, [])
  return sizes
}
