import { type ChildProcess, fork } from 'node:child_process'
import { setPriority } from 'node:os'
import { join, resolve } from 'node:path'
import { tooBusy } from '../storage-error.ts'
import type { Card } from './card-work.ts'
import { fontsFolder } from './fonts-folder.ts'
import type { PictureFacts } from './image-work.ts'
import type { PreparedPicture } from './prepare-work.ts'
import type { Rendering } from './rendering.ts'

/** `seconds`: the limit of one decoding or encoding. */
export type Task =
  | { kind: 'facts'; source: Uint8Array; seconds: number }
  | { kind: 'prepare'; source: Uint8Array; seconds: number }
  | { kind: 'render'; source: Uint8Array; rendering: Rendering; seconds: number }
  | { kind: 'card'; card: Card; source: Uint8Array | null; seconds: number }
export type Answer =
  | { facts: PictureFacts }
  | { prepared: PreparedPicture }
  | { bytes: Uint8Array }
  | { problem: string }

/** An image that does not decode completely, or exceeds the limits. */
export class DamagedPicture extends Error {
  override readonly name: string = 'DamagedPicture'
}

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
const patience = { hurried: 10, quiet: 90 }
const idleMs = 20_000

/** One process for requests and one for background jobs, so that a request never waits for a job. */
type Lane = { child: ChildProcess | null; idling?: NodeJS.Timeout; niceness: number }
const hurried: Lane = { child: null, niceness: 5 }
const quiet: Lane = { child: null, niceness: 15 }

export type Hurry = { isQuiet?: boolean }

/** Renders an image. One task at a time: see `oneAtATime`. */
export async function renderPicture(source: Buffer, rendering: Rendering, hurry: Hurry = {}): Promise<Buffer> {
  const answer = await run({ kind: 'render', source, rendering, seconds: secondsFor(hurry) })
  if (!('bytes' in answer)) throw new Error('The picture process answered something else')
  return Buffer.from(answer.bytes)
}

/** Width, height and blur of an image. */
export async function readPicture(source: Buffer): Promise<PictureFacts> {
  const answer = await run({ kind: 'facts', source, seconds: patience.hurried })
  if (!('facts' in answer)) throw new Error('The picture process answered something else')
  return answer.facts
}

/** See `preparePicture`. */
export async function preparedPicture(source: Buffer, hurry: Hurry = {}): Promise<PreparedPicture> {
  const answer = await run({ kind: 'prepare', source, seconds: secondsFor(hurry) })
  if (!('prepared' in answer)) throw new Error('The picture process answered something else')
  const { renditions, ...facts } = answer.prepared
  return { ...facts, renditions: renditions.map(({ bytes, ...each }) => ({ ...each, bytes: Buffer.from(bytes) })) }
}

/** See `drawCard`. */
export async function drawnCard(card: Card, picture: Buffer | null): Promise<Buffer> {
  const answer = await run({ kind: 'card', card, source: picture, seconds: patience.hurried })
  if (!('bytes' in answer)) throw new Error('The picture process answered something else')
  return Buffer.from(answer.bytes)
}

function secondsFor({ isQuiet = false }: Hurry): number {
  return isQuiet ? patience.quiet : patience.hurried
}

async function run(task: Task): Promise<Answer> {
  const lane = task.seconds === patience.quiet ? quiet : hurried
  const answer = await attempt(task, lane, lane.child).catch((error: unknown) => {
    // An idle process may have been ended meanwhile, which is not the image's fault: the task runs once more in a new
    // one.
    if (error instanceof ProcessEnded && error.wasIdle) return attempt(task, lane, null)
    throw error
  })
  if ('problem' in answer) throw refusalOf(answer.problem)
  return answer
}

/** A timeout is more likely a busy machine than an odd image: a retry may succeed. */
function refusalOf(problem: string): Error {
  return problem.startsWith('timeout') ? tooBusy() : new DamagedPicture(problem)
}

async function attempt(task: Task, lane: Lane, idle: ChildProcess | null): Promise<Answer> {
  clearTimeout(lane.idling)
  const process = idle ?? start(lane)
  process.ref()
  process.channel?.ref()
  try {
    return await ask(process, task, idle !== null)
  } finally {
    process.unref()
    process.channel?.unref()
    lane.idling = setTimeout(() => end(process), idleMs).unref()
  }
}

function end(process: ChildProcess, signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM') {
  for (const lane of [hurried, quiet]) if (lane.child === process) lane.child = null
  process.kill(signal)
}

/** The process ends soon after its last task, which returns the memory of a large image to the machine. */
function start(lane: Lane): ChildProcess {
  const started = fork(resolve(script), [], {
    serialization: 'advanced',
    execArgv: [],
    // The process that decodes foreign images gets none of the shop's secrets.
    env: { MALLOC_ARENA_MAX: '2', FONTCONFIG_FILE: join(fontsFolder, 'fonts.conf') },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  lane.child = started
  const forget = () => {
    if (lane.child === started) lane.child = null
  }
  started.once('exit', forget).on('error', forget)
  // Pages have priority.
  if (started.pid !== undefined) setPriority(started.pid, lane.niceness)
  return started
}

function ask(process: ChildProcess, task: Task, wasIdle: boolean): Promise<Answer> {
  return new Promise((answered, failed) => {
    let isLate = false
    // Encoders have no time limit of their own.
    const late = setTimeout(() => {
      isLate = true
      end(process, 'SIGKILL')
    }, task.seconds * 2_000)
    function finish(settle: () => void) {
      clearTimeout(late)
      process.off('message', hear).off('exit', miss).off('error', miss)
      settle()
    }
    function hear(answer: unknown) {
      finish(() => answered(answer as Answer))
    }
    function miss(cause: unknown) {
      finish(() => failed(isLate ? tooBusy() : new ProcessEnded(wasIdle, cause)))
    }
    process.once('message', hear).once('exit', miss).once('error', miss)
    process.send(task, (error) => error && miss(error))
  })
}
