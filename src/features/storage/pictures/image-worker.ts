import type { Answer, Task } from './image-process.ts'
import { readFacts, renderImage } from './image-work.ts'
import { prepare } from './prepare-work.ts'

// The program that decodes and encodes, a child of the shop: whatever memory a picture takes, or crash it causes, is
// this process's. It ends with its parent.
process.on('disconnect', () => process.exit())
process.on('message', async (task: Task) => {
  process.send?.(await work(task))
})

async function work(task: Task): Promise<Answer> {
  try {
    if (task.kind === 'facts') return { facts: await readFacts(buffer(task.source)) }
    if (task.kind === 'prepare') return { prepared: await prepare(Buffer.from(task.source)) }
    return { bytes: await renderImage(buffer(task.source), task.rendering) }
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) }
  }
}

function buffer(source: string | Uint8Array): string | Buffer {
  return typeof source === 'string' ? source : Buffer.from(source)
}
