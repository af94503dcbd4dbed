import type { Settling } from '../settle-order.ts'
import { compareAgainAfter } from './compare-after-news.ts'
import { type Compared, compareBooks } from './compare-books.ts'
import { examineFinding } from './examine.ts'
import type { Found } from './finding.ts'
import { countOpen, type Finding, keepFindings, listOpenBeside, resolveFindings } from './keep-findings.ts'
import { beginRun, type Counts, endRun, findRunning, forgetRuns, keepRun, type Run } from './money-runs.ts'
import { lookAgain } from './news.ts'
import { whyNoAnswer } from './no-answer.ts'

/** Compares the books by the clock, unless a comparison is under way. */
export async function compareByClock(settling: Settling): Promise<void> {
  const run = await settling.db.asService(async (tx) => {
    await forgetRuns(tx)
    return beginRun(tx, null)
  })
  if (run) await makeRun(settling, run)
}

/** Makes the comparison that was asked for; one that is over, or was given up, is left as it is. */
export async function compareAsked(settling: Settling, id: string): Promise<void> {
  const run = await settling.db.asService(findRunning)
  if (run?.id === id) await makeRun(settling, run)
}

/**
 * One comparison: what is found is kept, what is found no more is resolved, all of it at the end and at once. A provider
 * that gives no answer ends it, and the findings stay as they are.
 */
async function makeRun(settling: Settling, { id, span }: Run): Promise<void> {
  const { db, queue, log } = settling
  const alive = async () => {
    if (!(await keepRun(db, id))) throw new Cut()
  }
  // Between two batches it may take longer than a minute to hear from a slow provider.
  const beat = setInterval(() => void keepRun(db, id).catch(() => undefined), 15_000)
  try {
    const compared = await compareBooks(settling, span, alive)
    const over = await findNoMore(settling, compared, alive)
    await db.asService(async (tx) => {
      await keepFindings(tx, [...compared.findings, ...over.found], id)
      await resolveFindings(
        tx,
        over.gone.map((finding) => finding.id),
        { how: 'agreed', by: null },
      )
      await lookAgain(tx)
      const findings = await countOpen(tx)
      if (!(await endRun(tx, id, { counts: { ...compared.counts, findings } }))) throw new Cut()
      await compareAgainAfter(tx, queue, id)
    })
  } catch (error) {
    if (error instanceof Cut) return
    const noAnswer = whyNoAnswer(error)
    if (!noAnswer) log.error({ error, run: id }, 'the books could not be compared')
    const failure = noAnswer ?? 'Something went wrong on our side, and is tried again.'
    await db.asService((tx) => endRun(tx, id, { counts: noCounts, failure }))
  } finally {
    clearInterval(beat)
  }
}

/** What waits and was not found: asked about one by one, whatever its age. With too much to keep, nothing is closed. */
async function findNoMore(
  settling: Settling,
  { findings, counts }: Compared,
  alive: () => Promise<void>,
): Promise<{ gone: Finding[]; found: Found[] }> {
  if (counts.more > 0) return { gone: [], found: [] }
  const { db, provider } = settling
  const slow = provider.inBackground()
  const gone: Finding[] = []
  const found: Found[] = []
  const open = await db.asService((tx) => listOpenBeside(tx, new Set(findings.map(({ key }) => key))))
  for (const finding of open) {
    await alive()
    const now = await examineFinding(settling, slow, finding)
    found.push(...now)
    if (!now.some(({ key }) => key === finding.key)) gone.push(finding)
  }
  return { gone, found }
}

/** Somebody else has taken the comparison over. */
class Cut extends Error {}

const noCounts: Counts = {
  matched: 0,
  matched_pence: 0,
  payments: 0,
  orders: 0,
  elsewhere: 0,
  elsewhere_pence: 0,
  put_right: 0,
  findings: 0,
  more: 0,
}
