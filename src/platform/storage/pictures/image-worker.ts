import { composeCard } from './card-work.ts'
import type { Task, TaskResult } from './image-process.ts'
import { readFacts, renderImage } from './image-work.ts'
import { prepare } from './prepare-work.ts'

// The process that decodes and encodes images, a child of the shop: their memory and crashes stay in it. It ends with
// its parent.
process.on('disconnect', () => process.exit())
process.on('message', async (task: Task) => {
  process.send?.(await work(task))
})

async function work(task: Task): Promise<TaskResult> {
  try {
    if (task.kind === 'card') {
      return { bytes: await composeCard(task.card, task.source && Buffer.from(task.source), task.seconds) }
    }
    const source = Buffer.from(task.source)
    if (task.kind === 'facts') return { facts: await readFacts(source) }
    if (task.kind === 'prepare') return { prepared: await prepare(source, task.seconds) }
    return { bytes: await renderImage(source, task.rendering, task.seconds) }
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) }
  }
}
