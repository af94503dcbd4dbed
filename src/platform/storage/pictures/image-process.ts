import { type ChildProcess, fork } from 'node:child_process'
import { setPriority } from 'node:os'
import { resolve } from 'node:path'
import PQueue from 'p-queue'
import { DamagedPicture, OversizedPicture, tooBusy } from '../storage-error.ts'
import type { PictureFacts, PreparedPicture } from './image-work.ts'
import type { Rendering } from './rendering.ts'

/** `seconds`: the limit of one decoding or encoding. */
export type Task =
  | { kind: 'facts'; source: Uint8Array; seconds: number }
  | { kind: 'prepare'; source: Uint8Array; seconds: number }
  | { kind: 'render'; source: Uint8Array; rendering: Rendering; seconds: number }
  | { kind: 'draw'; source: Uint8Array; size: number; seconds: number }
export type TaskResult =
  | { facts: PictureFacts }
  | { prepared: PreparedPicture }
  | { bytes: Uint8Array }
  | { problem: string; hasTooManyPixels: boolean }

/** The image process ended during a task, or before it. */
class ProcessEnded extends DamagedPicture {
  readonly wasIdle: boolean
  constructor(wasIdle: boolean, cause: unknown) {
    super('The picture process ended before it answered', { cause })
    this.wasIdle = wasIdle
  }
}

const script = import.meta.env?.PROD ? 'build/server/image-worker.js' : 'src/platform/storage/pictures/image-worker.ts'
/** Seconds. A request waits for the first, with an unknown image; the second is for jobs, with images of the shop. */
const timeLimits = { request: 10, job: 90 }
const idleMs = 20_000

/** One process for requests and one for background jobs, so that a request never waits for a job. */
type WorkerProcess = { child: ChildProcess | null; idling?: NodeJS.Timeout; niceness: number }
const requestWorker: WorkerProcess = { child: null, niceness: 5 }
const jobWorker: WorkerProcess = { child: null, niceness: 15 }

/** Of tasks for jobs: they wait until no other task waits or runs. */
type Priority = { isQuiet?: boolean }

export async function renderPicture(source: Buffer, rendering: Rendering, priority: Priority = {}): Promise<Buffer> {
  const result = await run({ kind: 'render', source, rendering, seconds: secondsFor(priority) }, priority)
  if (!('bytes' in result)) throw new Error('The picture process answered something else')
  return Buffer.from(result.bytes)
}

/** A square PNG, `size` pixels wide, of a drawing that the program itself made. Never of an upload. */
export async function drawSvg(svg: string, size: number): Promise<Buffer> {
  const result = await run({ kind: 'draw', source: Buffer.from(svg), size, seconds: timeLimits.request })
  if (!('bytes' in result)) throw new Error('The picture process answered something else')
  return Buffer.from(result.bytes)
}

/**
 * Width and height in pixels as displayed (camera rotation applied), and a 16-pixel image as a data URI of some 200
 * characters, a placeholder while the image loads. Refuses DamagedPicture.
 */
export async function readPictureFacts(source: Buffer): Promise<PictureFacts> {
  const result = await run({ kind: 'facts', source, seconds: timeLimits.request })
  if (!('facts' in result)) throw new Error('The picture process answered something else')
  return result.facts
}

/**
 * Prepares an upload for storage: a clean image of the same type, upright, in sRGB, without metadata, 2,400 pixels at
 * most; WebP at every width of pages up to its own; and a 16-pixel placeholder. Of an animation the first frame counts. The type
 * is that of the bytes, not of the name. Refuses DamagedPicture unless it decodes completely as JPEG, PNG, WebP or AVIF,
 * and OversizedPicture over 40 megapixels. About one second of one core for 12 megapixels.
 */
export async function preparePicture(source: Buffer, priority: Priority = {}): Promise<PreparedPicture> {
  const result = await run({ kind: 'prepare', source, seconds: secondsFor(priority) }, priority)
  if (!('prepared' in result)) throw new Error('The picture process answered something else')
  const { renditions, ...facts } = result.prepared
  return { ...facts, renditions: renditions.map(({ bytes, ...each }) => ({ ...each, bytes: Buffer.from(bytes) })) }
}

function secondsFor({ isQuiet = false }: Priority): number {
  return isQuiet ? timeLimits.job : timeLimits.request
}

const maxWaiting = 200
const urgent = new PQueue({ concurrency: 1 })
const background = new PQueue({ concurrency: 1 })

/** One task at a time, because each may fill a core and the memory of the machine. Refuses SlowDown when 200 wait. */
async function run(task: Task, { isQuiet = false }: Priority = {}): Promise<TaskResult> {
  const queue = isQuiet ? background : urgent
  if (queue.size >= maxWaiting) throw tooBusy()
  return queue.add(async () => {
    if (isQuiet) await urgent.onIdle()
    return runNow(task)
  })
}

async function runNow(task: Task): Promise<TaskResult> {
  const workerProcess = task.seconds === timeLimits.job ? jobWorker : requestWorker
  const result = await attempt(task, workerProcess, workerProcess.child).catch((error: unknown) => {
    // An idle process may have been ended meanwhile, which is not the image's fault: the task runs once more in a new
    // one.
    if (error instanceof ProcessEnded && error.wasIdle) return attempt(task, workerProcess, null)
    throw error
  })
  if ('problem' in result) throw toTaskError(result)
  return result
}

/** A timeout is more likely a busy machine than an odd image: a retry may succeed. */
function toTaskError({ problem, hasTooManyPixels }: Extract<TaskResult, { problem: string }>): Error {
  if (hasTooManyPixels) return new OversizedPicture(problem)
  return problem.startsWith('timeout') ? tooBusy() : new DamagedPicture(problem)
}

async function attempt(task: Task, workerProcess: WorkerProcess, idle: ChildProcess | null): Promise<TaskResult> {
  clearTimeout(workerProcess.idling)
  const process = idle ?? start(workerProcess)
  process.ref()
  process.channel?.ref()
  try {
    return await send(process, task, idle !== null)
  } finally {
    process.unref()
    process.channel?.unref()
    workerProcess.idling = setTimeout(() => end(process), idleMs).unref()
  }
}

function end(process: ChildProcess, signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM') {
  for (const workerProcess of [requestWorker, jobWorker])
    if (workerProcess.child === process) workerProcess.child = null
  process.kill(signal)
}

/** The process ends soon after its last task, which returns the memory of a large image to the machine. */
function start(workerProcess: WorkerProcess): ChildProcess {
  const started = fork(resolve(script), [], {
    serialization: 'advanced',
    execArgv: [],
    // The process that decodes foreign images gets none of the shop's secrets.
    env: { MALLOC_ARENA_MAX: '2' },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  workerProcess.child = started
  const forget = () => {
    if (workerProcess.child === started) workerProcess.child = null
  }
  started.once('exit', forget).on('error', forget)
  // Pages have priority.
  if (started.pid !== undefined) setPriority(started.pid, workerProcess.niceness)
  return started
}

function send(process: ChildProcess, task: Task, wasIdle: boolean): Promise<TaskResult> {
  return new Promise((resolve, reject) => {
    let hasTimedOut = false
    // Encoders have no time limit of their own.
    const timer = setTimeout(() => {
      hasTimedOut = true
      end(process, 'SIGKILL')
    }, task.seconds * 2_000)
    function finish(settle: () => void) {
      clearTimeout(timer)
      process.off('message', succeed).off('exit', fail).off('error', fail)
      settle()
    }
    function succeed(result: unknown) {
      finish(() => resolve(result as TaskResult))
    }
    function fail(cause: unknown) {
      finish(() => reject(hasTimedOut ? tooBusy() : new ProcessEnded(wasIdle, cause)))
    }
    process.once('message', succeed).once('exit', fail).once('error', fail)
    process.send(task, (error) => error && fail(error))
  })
}
