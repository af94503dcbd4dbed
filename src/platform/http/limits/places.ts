/** Why there is no place: all are taken, or as many of one client as it may have. */
export type NoPlace = 'full' | 'one client'

type Leave = () => void

/**
 * Counts what is in progress: at most `most` at once, and `mostOfOne` of one client, so that one client cannot take all
 * of them. A client that is null is not limited apart.
 */
export function createPlaces({ most, mostOfOne }: { most: number; mostOfOne: number }) {
  const byClient = new Map<string, number>()
  let taken = 0

  return {
    isFull: () => taken >= most,
    /** Returns the function that gives the place back, to be called once, or the reason why there is no place. */
    take(client: string | null): Leave | NoPlace {
      if (taken >= most) return 'full'
      const own = client === null ? 0 : (byClient.get(client) ?? 0)
      if (own >= mostOfOne) return 'one client'
      taken += 1
      if (client !== null) byClient.set(client, own + 1)
      return () => {
        taken -= 1
        if (client === null) return
        const left = (byClient.get(client) ?? 1) - 1
        if (left > 0) byClient.set(client, left)
        else byClient.delete(client)
      }
    },
  }
}
