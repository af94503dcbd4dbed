import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { readPlainGet } from '../pages/plain-get.ts'
import { type Asked, type Ready, type ReadyAnswer, readyAnswer } from '../pages/ready-answer.ts'
import type { FindReady } from './listener.ts'

type Patience = { firstMs: number; idleMs: number }
type Options = { server: Server; find: FindReady; patience?: Patience }

/** As long as the HTTP server waits for a first request, and as long as it keeps an idle connection. */
const usual: Patience = { firstMs: 5_000, idleMs: 65_000 }

/**
 * A lane for plain GET requests of what lies in memory: answered with one write, without a parser or an object for
 * request and response. A connection stays in it while that is all it asks for; at anything else it is handed to the
 * HTTP server for good, with what it sent. `close` ends the connections still in the lane.
 */
export function openFastLane({ server, find, patience = usual }: Options): { close(): void } {
  const [handOver] = server.listeners('connection') as ((this: Server, socket: Socket) => void)[]
  if (!handOver) throw new Error('This server takes no connections')
  const lane = new Set<Socket>()
  let isClosed = false

  function enter(socket: Socket): void {
    if (isClosed) {
      handOver?.call(server, socket)
      return
    }
    lane.add(socket)
    socket.setTimeout(patience.firstMs)
    socket.on('data', onData)
    socket.on('end', onEnd)
    socket.on('timeout', onTimeout)
    socket.on('error', onTimeout)
    socket.on('close', leave)
  }

  function leave(this: Socket): void {
    lane.delete(this)
    this.off('data', onData).off('end', onEnd).off('timeout', onTimeout).off('error', onTimeout).off('close', leave)
  }

  function onData(this: Socket, chunk: Buffer): void {
    const asked = readPlainGet(chunk)
    const ready = asked && find(asked.url, asked)
    // Who asks on without having read the last answer would fill our memory: the server knows how to wait for him.
    if (!asked || !ready || this.writableLength > 0) {
      leave.call(this)
      this.setTimeout(0)
      this.pause()
      this.unshift(chunk)
      handOver?.call(server, this)
      this.resume()
      return
    }
    if (!answerAsBefore(this, ready, asked)) answer(this, readyAnswer(ready, asked))
    this.setTimeout(patience.idleMs)
  }

  server.off('connection', handOver)
  server.on('connection', enter)
  return {
    close() {
      isClosed = true
      for (const socket of lane) socket.end()
    },
  }
}

function onEnd(this: Socket): void {
  this.end()
}

function onTimeout(this: Socket): void {
  this.destroy()
}

const reasons: Record<number, string> = { 200: 'OK', 304: 'Not Modified', 404: 'Not Found' }
const made = new WeakMap<Buffer, { head: string; whole: Buffer }>()

/** Up to here a copy of head and body together costs less than two buffers; beyond, the copy is memory for nothing. */
const mostCopied = 65_536

const sameForAll = new WeakMap<Ready, { second: number; whole: Buffer }>()

/** What has one form only, and is small, is the same bytes for everybody until the second is over. */
function answerAsBefore(socket: Socket, ready: Ready, asked: Asked): boolean {
  const { gzip, br, identity } = ready.body
  if (gzip || br || asked.ifNoneMatch !== undefined || identity.length > mostCopied) return false
  const second = Math.floor(Date.now() / 1_000)
  let known = sameForAll.get(ready)
  if (known?.second !== second) {
    const { bytes, ...head } = readyAnswer(ready, asked)
    if (!bytes) return false
    known = { second, whole: Buffer.concat([Buffer.from(headOf({ ...head, bytes }), 'latin1'), bytes]) }
    sameForAll.set(ready, known)
  }
  return socket.write(known.whole) || true
}

function answer(socket: Socket, ready: ReadyAnswer): void {
  const head = headOf(ready)
  const { bytes } = ready
  if (!bytes) socket.write(head, 'latin1')
  else if (bytes.length <= mostCopied) socket.write(wholeOf(head, bytes))
  else {
    socket.cork()
    socket.write(head, 'latin1')
    socket.write(bytes)
    socket.uncork()
  }
}

function headOf({ status, lines }: ReadyAnswer): string {
  let head = `HTTP/1.1 ${status} ${reasons[status] ?? ''}\r\nDate: ${httpDate()}\r\n`
  for (let index = 0; index < lines.length; index += 2) head += `${lines[index]}: ${lines[index + 1]}\r\n`
  return `${head}\r\n`
}

/** Head and body as one buffer, made anew when a second has passed or the head is another. */
function wholeOf(head: string, bytes: Buffer): Buffer {
  const known = made.get(bytes)
  if (known?.head === head) return known.whole
  const whole = Buffer.concat([Buffer.from(head, 'latin1'), bytes])
  made.set(bytes, { head, whole })
  return whole
}

let date = { second: 0, text: '' }

function httpDate(): string {
  const second = Math.floor(Date.now() / 1_000)
  if (second !== date.second) date = { second, text: new Date(second * 1_000).toUTCString() }
  return date.text
}
