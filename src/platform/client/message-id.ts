/**
 * Ids of messages: the same text, sent again after a missing response, keeps its id, so the server accepts it once;
 * another text gets another id. `random` gives 16 random bytes. Browser only by default.
 */
export function createMessageIds(random = () => crypto.getRandomValues(new Uint8Array(16))) {
  let last: { text: string; id: string } | undefined
  return (fields: object): string => {
    const text = JSON.stringify(fields)
    if (last?.text !== text) last = { text, id: uuid(random()) }
    return last.id
  }
}

// crypto.randomUUID is missing on pages that are not served over https.
function uuid(bytes: Uint8Array): string {
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`
}
