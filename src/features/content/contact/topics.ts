import { shop } from '#shop'
import { type Topic, topics } from '#shop-topics'

/** The topics of messages, in the owner's order. */
export function listTopics(): readonly Topic[] {
  return shop.topics ?? topics
}

/** The subject of a message's e-mails; of a topic that the owner has removed since, a general one. */
export function subjectOf(id: string): string {
  return listTopics().find((topic) => topic.id === id)?.subject ?? 'Your message'
}

/** The length limits of a message's parts, in characters. */
export const longest = { name: 100, orderNumber: 40, message: 5_000 }
