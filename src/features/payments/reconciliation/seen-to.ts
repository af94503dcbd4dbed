import { Refusal } from '#platform/http/errors/refusal.ts'

/** Somebody else was faster, or the books agree by themselves. */
export function seenTo(): Refusal {
  return new Refusal('conflict', 'This has been seen to already.')
}
