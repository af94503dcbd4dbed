export type Topic = { id: string; name: string; subject: string; bring: string }

/** The topics of messages, and what to include so that one answer is enough. `id`: as the form sends it. */
export const topics = [
  { id: 'order', name: 'My order', subject: 'My order', bring: 'Your order number, from the confirmation e-mail.' },
  { id: 'size', name: 'Size advice', subject: 'Size advice', bring: 'The garment, your bust, waist, hips and height.' },
  {
    id: 'delivery',
    name: 'Delivery',
    subject: 'Delivery',
    bring: 'Your order number, and what the tracking says.',
  },
  {
    id: 'return',
    name: 'A return or a fault',
    subject: 'Return or fault',
    bring: 'Your order number; for a fault, photos of it and of the whole garment.',
  },
  {
    id: 'several',
    name: 'Several garments, a choir, bridesmaids, press',
    subject: 'Several garments or press',
    bring: 'How many, by when, and for what occasion.',
  },
  {
    id: 'data',
    name: 'My data, or a complaint about its use',
    subject: 'Data protection',
    bring: 'What you would like to know or change. We acknowledge complaints within 30 days.',
  },
] as const satisfies readonly Topic[]

export type TopicId = (typeof topics)[number]['id']

export const topicIds = topics.map(({ id }) => id)

export function topicOf(id: TopicId): Topic {
  const found = topics.find((topic) => topic.id === id)
  if (!found) throw new Error(`No topic: ${id}`)
  return found
}

/** The length limits of a message's parts, in characters. */
export const longest = { name: 100, orderNumber: 40, message: 5_000 }
