type Run = { hasBegun: boolean; result: Promise<unknown> }

/** Runs `work` under a name that says all it depends on, or shares the result of another call of that name. */
export type ShareRuns = <T>(name: string, work: () => Promise<T>) => Promise<T>

/**
 * Of each name one run is in progress at a time. Calls that come meanwhile share the next one, which begins when it has
 * ended: no result is of a time before its call, so a caller reads what it has written.
 */
export function createSharedRuns(): ShareRuns {
  const latest = new Map<string, Run>()

  return <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const before = latest.get(name)
    if (before && !before.hasBegun) return before.result as Promise<T>
    const run: Run = { hasBegun: false, result: Promise.resolve() }
    const begin = (): Promise<T> => {
      run.hasBegun = true
      return work()
    }
    const result = before ? before.result.then(begin, begin) : begin()
    run.result = result
    latest.set(name, run)
    const forget = () => {
      if (latest.get(name) === run) latest.delete(name)
    }
    result.then(forget, forget)
    return result
  }
}
