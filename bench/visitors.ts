import { setTimeout as sleep } from 'node:timers/promises'

export type Browsing = { p99Ms: number; answered: number; errors: number }

/**
 * An open load: each visitor requests a page at fixed intervals, whether or not the last one has arrived. A closed
 * load, as fast as responses come, would measure the throughput and not the delay that visitors notice. Times count
 * from the scheduled request.
 */
export function startVisitors(url: string, { visitors, everyMs }: { visitors: number; everyMs: number }) {
  const times: number[] = []
  const leaving = new AbortController()
  let errors = 0

  async function ask(wantedMs: number): Promise<void> {
    const isPage = await fetch(url).then(
      async (response) => response.ok && (await response.text()).includes('</html>'),
      () => false,
    )
    times.push(performance.now() - wantedMs)
    if (!isPage) errors += 1
  }

  async function visit(firstMs: number): Promise<void> {
    const pending: Promise<void>[] = []
    for (let wantedMs = firstMs; !leaving.signal.aborted; wantedMs += everyMs) {
      await sleep(Math.max(0, wantedMs - performance.now()), undefined, { signal: leaving.signal }).catch(
        () => undefined,
      )
      if (!leaving.signal.aborted) pending.push(ask(wantedMs))
    }
    await Promise.all(pending)
  }

  const begin = performance.now()
  const all = Array.from({ length: visitors }, (_, visitor) => visit(begin + (everyMs / visitors) * visitor))
  return {
    async stop(): Promise<Browsing> {
      leaving.abort()
      await Promise.all(all)
      times.sort((one, other) => one - other)
      return { p99Ms: times[Math.floor(times.length * 0.99)] ?? 0, answered: times.length, errors }
    },
  }
}
