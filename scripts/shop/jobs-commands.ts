import type { Command } from 'commander'
import { createQueue, type Queue } from '#platform/jobs/queue.ts'
import { refuse, runCommand } from './run-command.ts'
import { openShopDatabase } from './shop-database.ts'

/** `jobs list`, `jobs retry [ID]`: the jobs of the queue, whether or not the shop is running. */
export function addTo(program: Command): void {
  const jobs = program.command('jobs').description('list background jobs, and run failed ones again')
  jobs
    .command('list')
    .description('list waiting, running and failed jobs')
    .action(() => runCommand(() => withQueue(listJobs)))
  jobs
    .command('retry [ID]')
    .description('run a failed job again, or all of them')
    .action((id?: string) => runCommand(() => withQueue((queue) => retryJobs(queue, id))))
}

async function withQueue(work: (queue: Queue) => Promise<void>): Promise<void> {
  await using database = await openShopDatabase()
  const queue = createQueue({ connectionString: database.directString, log: database.log, working: false })
  try {
    await queue.start()
    await work(queue)
  } finally {
    await queue.stop()
  }
}

async function listJobs(queue: Queue): Promise<void> {
  for (const { name, waiting, active, retrying } of await queue.counts())
    if (waiting + active + retrying > 0)
      console.log(`${name}: ${waiting} waiting, ${active} running, ${retrying} waiting for another try`)
  const late = await queue.late()
  if (late) console.log(`${late.count} overdue since ${late.since.toISOString()}: no worker is running.`)
  const dead = await queue.dead()
  for (const { id, job, of, lastError } of dead) console.log(`failed: ${id} ${job} of ${of}: ${lastError}`)
  if (!late && dead.length === 0) console.log('No job is overdue, and none has failed.')
}

async function retryJobs(queue: Queue, id?: string): Promise<void> {
  const ids = id === undefined ? (await queue.dead()).map((job) => job.id) : [id]
  let retried = 0
  for (const each of ids) if (await queue.retryDead(each)) retried += 1
  if (id !== undefined && retried === 0) refuse(`There is no failed job ${id}.`)
  console.log(retried === 1 ? 'One job is tried again.' : `${retried} jobs are tried again.`)
}
