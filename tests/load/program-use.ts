import { readdirSync, readFileSync } from 'node:fs'
import type { Running } from '#tests/fixtures/program.ts'

/** Reads the program's memory twice a second until `stop`, which returns the most of it in MiB. */
export function watchMemory(shop: Running) {
  let most = shop.rssMib()
  const timer = setInterval(() => {
    most = Math.max(most, shop.rssMib())
  }, 500)
  return {
    most: () => most,
    stop(): number {
      clearInterval(timer)
      return most
    },
  }
}

/** Linux counts a process's time in hundredths of a second (`man 5 proc`, USER_HZ). */
const ticksPerSecond = 100

/** Seconds of a processor that the program and the processes that it started, its database among them, have used. */
export function processorSeconds(pid: number): number {
  const running = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? (readStat(name) ?? []) : []))
  const family = new Set([pid])
  // A process starts after its parent and may have a lower number: repeated until no more are found.
  for (let size = 0; size < family.size; ) {
    size = family.size
    for (const each of running) if (family.has(each.parent)) family.add(each.pid)
  }
  const ticks = running.reduce((sum, each) => (family.has(each.pid) ? sum + each.ticks : sum), 0)
  return ticks / ticksPerSecond
}

/** `man 5 proc`: after the name in brackets the fields are 3 state, 4 parent, 14 to 17 time of it and of ended children. */
function readStat(name: string) {
  let stat: string
  try {
    stat = readFileSync(`/proc/${name}/stat`, 'utf8')
  } catch {
    return null // ended meanwhile
  }
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  return { pid: Number(name), parent: fields[1] ?? 0, ticks: fields.slice(11, 15).reduce((sum, each) => sum + each, 0) }
}
