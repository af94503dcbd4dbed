import { connect } from 'node:net'

/** An answer that takes longer counts as none. */
export const timeoutMs = 20_000

/** `busy` is 503 with Retry-After, `timeout` no answer within `timeoutMs`, `closed` an end before the answer's. */
export type Answer = { status: number | 'busy' | 'timeout' | 'closed'; ms: number }

/** One connection that stays open, as a browser's does, and takes no more memory than a socket. */
export async function openConnection(port: number) {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  // The answer in progress ends with `closed`.
  socket.on('error', () => undefined)
  // A refused connection answers `closed`.
  await new Promise<unknown>((resolve) => socket.once('connect', resolve).once('close', resolve))

  /** Requests a page and reads its response to the end, without decompressing it. */
  function get(path: string): Promise<Answer> {
    const beganMs = performance.now()
    const { promise, resolve } = Promise.withResolvers<Answer>()
    let head = ''
    let left = Number.POSITIVE_INFINITY
    let tail = ''
    const timer = setTimeout(() => {
      done('timeout')
      socket.destroy()
    }, timeoutMs)
    const closed = () => done('closed')
    function done(status: Answer['status']): void {
      clearTimeout(timer)
      socket.removeListener('data', read)
      socket.removeListener('close', closed)
      resolve({ status, ms: performance.now() - beganMs })
    }
    function statusOf(): Answer['status'] {
      const status = Number(head.slice(9, 12))
      return status === 503 && /\r\nretry-after:/i.test(head) ? 'busy' : status
    }
    function read(bytes: Buffer): void {
      if (left === Number.POSITIVE_INFINITY) {
        head += bytes.toString('latin1')
        const end = head.indexOf('\r\n\r\n')
        if (end < 0) return
        const length = /\r\ncontent-length: (\d+)/i.exec(head.slice(0, end + 2))?.[1]
        // Without a length the end of a chunked body is looked for.
        left = length === undefined ? -1 : Number(length) - (head.length - end - 4)
        tail = head.slice(-5)
      } else if (left >= 0) left -= bytes.length
      else tail = (tail + bytes.toString('latin1')).slice(-5)
      if (left === 0 || (left < 0 && tail === '0\r\n\r\n')) done(statusOf())
    }
    socket.on('data', read)
    socket.once('close', closed)
    if (socket.destroyed) closed()
    else
      socket.write(
        `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAccept: text/html, */*\r\nAccept-Encoding: br\r\n\r\n`,
      )
    return promise
  }

  return { get, close: () => socket.destroy() }
}

/** How often each status was answered, and the times of the 200s. */
export function countAnswers() {
  const times: number[] = []
  const others = new Map<Answer['status'], number>()
  return {
    add({ status, ms }: Answer): void {
      if (status === 200) times.push(ms)
      else others.set(status, (others.get(status) ?? 0) + 1)
    },
    /** Forgets what was counted so far. */
    clear(): void {
      times.length = 0
      others.clear()
    },
    times,
    others: () => Object.fromEntries(others),
  }
}

export function percentile(times: readonly number[], share: number): number {
  return times.toSorted((one, other) => one - other)[Math.floor(times.length * share)] ?? 0
}
