let armed: { name: string; left: number } | null = null

/** Why a text arms none of the application's fault points; null if it does. `name` or `name:n` for the n-th pass. */
export function faultPointProblem(text: string, names: readonly string[]): string | null {
  const point = readFaultPoint(text)
  return point && names.includes(point.name) ? null : 'the name of a fault point, or name:n for the n-th time'
}

/** Arms a point: the process kills itself there, as in a power cut. Throws for a malformed text. */
export function armFaultPoint(text: string): void {
  const point = readFaultPoint(text)
  if (!point) throw new Error(`No such fault point: ${text}`)
  armed = point
}

/** Kills the process if this point is armed; does nothing otherwise. Names are `subject.moment`. */
export function faultPoint(name: string): void {
  if (armed === null || armed.name !== name) return
  armed.left -= 1
  if (armed.left === 0) process.kill(process.pid, 'SIGKILL')
}

function readFaultPoint(text: string): { name: string; left: number } | null {
  const [, name, times = '1'] = /^([a-z.-]+)(?::([1-9]\d{0,5}))?$/.exec(text) ?? []
  return name === undefined ? null : { name, left: Number(times) }
}
