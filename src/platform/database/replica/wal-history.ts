import type { WalPosition } from './wal-position.ts'

/**
 * What the primary said. `timeline` changes when another server becomes the primary: positions of two cannot be
 * compared. `inserted` includes what no replica can have yet, since only what is on the primary's disk (`flushed`) is
 * sent: also commits with `synchronous_commit = off`, and what mere reads write, which may wait for the next commit.
 */
export type PrimaryPosition = { timeline: string; flushed: WalPosition; inserted: WalPosition }

/** `atLeast`: the replica has not even replayed the oldest position that is known. */
export type Lag = { ms: number; atLeast: boolean }

/**
 * Which positions the primary had at which times, by the clock of this program alone. From them follow how far a
 * replica lags, and which position a reader needs.
 */
export type WalHistory = {
  /** A change was announced: what a reader needs is unknown until the primary's position is read again. */
  noteChange(): void
  /** Called when the primary's position is requested; the function that it returns takes the response. */
  ask(nowMs: number): (response: PrimaryPosition) => void
  /**
   * The position that a replica must have replayed to be read now: every announced change, and everything that was
   * committed more than `maxLagMs` ago. Null where that is unknown.
   */
  needed(nowMs: number): WalPosition | null
  lag(replayed: WalPosition, nowMs: number): Lag
  newest(): PrimaryPosition | null
}

type Sample = { askedMs: number; position: WalPosition }

const keptMs = 60_000
/** A burst of changes reads the position often; a sample from time to time is enough. */
const sampleEveryMs = 100

export function createWalHistory({ maxLagMs }: { maxLagMs: number }): WalHistory {
  let samples: Sample[] = []
  let newest: PrimaryPosition | null = null
  let changes = 0
  /** All announced changes are before it. Null: one was announced after the primary's position was read. */
  let changesAt: WalPosition | null = null

  function add(sample: Sample): void {
    const last = samples.at(-1)
    if (last && sample.askedMs - last.askedMs < sampleEveryMs) return
    samples = samples.filter(({ askedMs }) => sample.askedMs - askedMs < keptMs)
    samples.push(sample)
  }

  return {
    noteChange() {
      changes += 1
      changesAt = null
    },
    ask(askedMs) {
      const changesBefore = changes
      return (response) => {
        const isOtherHistory =
          newest !== null && (response.timeline !== newest.timeline || response.flushed < newest.flushed)
        if (isOtherHistory) {
          samples = []
          changesAt = null
        }
        newest = response
        add({ askedMs, position: response.flushed })
        // A notification arrives after its commit, so a position that is requested later includes the change.
        if (changesBefore === changes) changesAt ??= response.inserted
      }
    },
    needed(nowMs) {
      const recent = samples.find(({ askedMs }) => nowMs - askedMs <= maxLagMs)
      if (!recent || changesAt === null) return null
      return recent.position > changesAt ? recent.position : changesAt
    },
    lag(replayed, nowMs) {
      const reached = samples.findLast(({ position }) => position <= replayed)
      const { askedMs } = reached ?? samples[0] ?? { askedMs: nowMs }
      return { ms: nowMs - askedMs, atLeast: reached === undefined }
    },
    newest: () => newest,
  }
}
