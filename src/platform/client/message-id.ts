import { randomUuid } from '../random-uuid.ts'

/**
 * Ids of messages: the same text, sent again after a missing response, keeps its id, so the server accepts it once;
 * another text gets another id.
 */
export function createMessageIds() {
  let last: { text: string; id: string } | undefined
  return (fields: object): string => {
    const text = JSON.stringify(fields)
    if (last?.text !== text) last = { text, id: randomUuid() }
    return last.id
  }
}
