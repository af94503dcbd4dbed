import type { Task, TaskResult } from './image-process.ts'
import { drawSvg, prepare, readFacts, renderImage, TooManyPixels } from './image-work.ts'

// The process that decodes and encodes images, a child of the shop's programs, with which it ends: the memory and the
// crashes of its tasks stay in it.
process.on('disconnect', () => process.exit())
process.on('message', async (task: Task) => {
  process.send?.(await work(task))
})

async function work(task: Task): Promise<TaskResult> {
  try {
    const source = Buffer.from(task.source)
    if (task.kind === 'facts') return { facts: await readFacts(source) }
    if (task.kind === 'prepare') return { prepared: await prepare(source, task.seconds) }
    if (task.kind === 'draw') return { bytes: await drawSvg(source, task.size) }
    return { bytes: await renderImage(source, task.rendering, task.seconds) }
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error)
    return { problem, hasTooManyPixels: error instanceof TooManyPixels }
  }
}
