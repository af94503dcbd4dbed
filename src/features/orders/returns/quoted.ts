import { oneLine } from '#platform/email/one-line.ts'

/**
 * A customer's text as lines of an e-mail. Each begins with a mark, so that none can pass for one of the shop's own.
 */
export function quoted(text: string): string[] {
  return text.split('\n').flatMap((line) => {
    const text = oneLine(line)
    return text ? [`› ${text}`] : []
  })
}
