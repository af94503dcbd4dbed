/**
 * Every place where a test may cut the power, in the order a purchase passes them. Those between a call to the payment
 * provider and our own commit are the ones money is lost at elsewhere.
 */
export const faultPoints = [
  'checkout.received', // a press has arrived, nothing of it was read
  'checkout.before-order-commit', // the order's rows are written and not yet kept
  'checkout.order-committed', // the order stands, the provider was not asked
  'checkout.page-made', // the provider has answered, nothing of it was written
  'checkout.before-page-commit',
  'checkout.page-committed', // the shopper has no answer yet
  'checkout.page-closed', // a changed cart's old page is closed at the provider, not yet here
  'webhook.received',
  'webhook.verified',
  'webhook.before-commit', // event and job are written and not yet kept
  'webhook.committed', // the provider has no answer yet
  'settle.answered', // the provider has said what is true, nothing of it was written
  'settle.before-commit',
  'settle.committed',
  'refund.before-commit', // a refund is asked for and not yet kept
  'refund.before-call', // it is kept, the provider was not asked
  'refund.called', // the money is on its way, nothing of it was written
  'refund.committed',
  'repair.before-commit',
  'repair.committed',
  'email.before-send', // leased and written
  'email.sent', // the mail server has it, nothing of it was written
  'upload.received', // all of an upload's bytes are in memory, nothing is kept
  'upload.stored', // its bytes lie in the store, no row names them
  'upload.row-written', // it is an object, nobody was told
] as const
export type FaultPoint = (typeof faultPoints)[number]

let armed: { name: FaultPoint; left: number } | null = null

/** Why a text arms no fault point, or null. `name` or `name:n`: the n-th time the program comes by. */
export function whyNoFaultPoint(text: string): string | null {
  return readFaultPoint(text) ? null : 'the name of a fault point, or name:n for the n-th time'
}

/** From now on the program dies at this point, as by a power cut. Throws for a name that is none. */
export function armFaultPoint(text: string): void {
  const found = readFaultPoint(text)
  if (!found) throw new Error(`No such fault point: ${text}`)
  armed = found
}

/** Dies here if this point is armed; else nothing happens. */
export function faultPoint(name: FaultPoint): void {
  if (armed === null || armed.name !== name) return
  armed.left -= 1
  if (armed.left === 0) process.kill(process.pid, 'SIGKILL')
}

function readFaultPoint(text: string): { name: FaultPoint; left: number } | null {
  const [, wanted, times = '1'] = /^([a-z.-]+)(?::([1-9]\d{0,5}))?$/.exec(text) ?? []
  const name = faultPoints.find((candidate) => candidate === wanted)
  return name ? { name, left: Number(times) } : null
}
