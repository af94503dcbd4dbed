import type { PaymentDeps } from '../settle-order.ts'
import type { Discrepancy } from './discrepancy.ts'
import {
  countOpenDiscrepancies,
  listOtherOpen,
  resolveDiscrepancies,
  type StoredDiscrepancy,
  saveDiscrepancies,
} from './discrepancy-store.ts'
import { providerErrorMessage } from './provider-errors.ts'
import { type Compared, reconcile } from './reconcile.ts'
import { reconcileAgainAfter } from './reconcile-after-event.ts'
import { recheckDiscrepancy } from './reconcile-session.ts'
import { deleteOldRuns, findRunning, finishRun, noCounts, type Run, renewRun, startRun } from './reconciliation-runs.ts'
import { retryStuckEvents } from './webhook-health.ts'

/** The scheduled reconciliation, unless one is running. */
export async function reconcileOnSchedule(deps: PaymentDeps): Promise<void> {
  const run = await deps.db.asService(async (tx) => {
    await deleteOldRuns(tx)
    return startRun(tx, null)
  })
  if (run) await makeRun(deps, run)
}

/** Runs a requested reconciliation; does nothing where it is finished or was ended. */
export async function reconcileOnRequest(deps: PaymentDeps, id: string): Promise<void> {
  const run = await deps.db.asService(findRunning)
  if (run?.id === id) await makeRun(deps, run)
}

/**
 * One reconciliation: stores what it found and resolves what is gone, in one transaction at the end. Where the provider
 * does not respond it ends, and the stored discrepancies stay.
 */
async function makeRun(deps: PaymentDeps, { id, span }: Run): Promise<void> {
  const { db, queue, log } = deps
  const alive = async () => {
    if (!(await renewRun(db, id))) throw new TakenOverError()
  }
  // A slow provider may take longer than a minute for one batch.
  const beat = setInterval(() => void renewRun(db, id).catch(() => undefined), 15_000)
  try {
    const compared = await reconcile(deps, span, alive)
    const rechecked = await recheckOthers(deps, compared, alive)
    await db.asService(async (tx) => {
      await saveDiscrepancies(tx, [...compared.discrepancies, ...rechecked.found], id)
      await resolveDiscrepancies(
        tx,
        rechecked.gone.map((discrepancy) => discrepancy.id),
        { how: 'agreed', by: null },
      )
      await retryStuckEvents(tx)
      const findings = await countOpenDiscrepancies(tx)
      if (!(await finishRun(tx, id, { counts: { ...compared.counts, findings } }))) throw new TakenOverError()
      await reconcileAgainAfter(tx, queue, id)
    })
  } catch (error) {
    if (error instanceof TakenOverError) return
    const noAnswer = providerErrorMessage(error)
    if (!noAnswer) log.error({ error, run: id }, 'the reconciliation failed')
    const failure = noAnswer ?? 'Something went wrong on our side. We’ll try again.'
    await db.asService((tx) => finishRun(tx, id, { counts: noCounts, failure }))
  } finally {
    clearInterval(beat)
  }
}

/** Rechecks each open discrepancy that was not found again. Resolves none where some could not be stored. */
async function recheckOthers(
  deps: PaymentDeps,
  { discrepancies, counts }: Compared,
  alive: () => Promise<void>,
): Promise<{ gone: StoredDiscrepancy[]; found: Discrepancy[] }> {
  if (counts.more > 0) return { gone: [], found: [] }
  const { db, provider } = deps
  const slow = provider.inBackground()
  const gone: StoredDiscrepancy[] = []
  const found: Discrepancy[] = []
  const open = await db.asService((tx) => listOtherOpen(tx, new Set(discrepancies.map(({ key }) => key))))
  for (const discrepancy of open) {
    await alive()
    const now = await recheckDiscrepancy(deps, slow, discrepancy)
    found.push(...now)
    if (!now.some(({ key }) => key === discrepancy.key)) gone.push(discrepancy)
  }
  return { gone, found }
}

/** Another process has taken over the run. */
class TakenOverError extends Error {}
