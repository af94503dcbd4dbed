import type { Task, TaskResult } from './image-process.ts'
import { readFacts, renderImage, TooManyPixels } from './image-work.ts'
import { prepare } from './prepare-work.ts'

/**
 * Draws an image from the application's own data, over a photograph or without one. `seconds`: the limit of each
 * decoding.
 */
export type Drawing = (input: never, photograph: Buffer | null, seconds: number) => Promise<Buffer>

/**
 * TaskResults the image tasks of the parent process: their memory and crashes stay in this one. `drawings` by the names
 * that `drawPicture` uses. Ends with its parent.
 */
export function serveImageTasks(drawings: Record<string, Drawing>): void {
  process.on('disconnect', () => process.exit())
  process.on('message', async (task: Task) => {
    process.send?.(await work(task, drawings))
  })
}

async function work(task: Task, drawings: Record<string, Drawing>): Promise<TaskResult> {
  try {
    if (task.kind === 'draw') {
      const draw = drawings[task.drawing]
      if (!draw) throw new Error(`There is no drawing ${task.drawing}`)
      return { bytes: await draw(task.input as never, task.source && Buffer.from(task.source), task.seconds) }
    }
    const source = Buffer.from(task.source)
    if (task.kind === 'facts') return { facts: await readFacts(source) }
    if (task.kind === 'prepare') return { prepared: await prepare(source, task.seconds) }
    return { bytes: await renderImage(source, task.rendering, task.seconds) }
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error)
    return { problem, hasTooManyPixels: error instanceof TooManyPixels }
  }
}
