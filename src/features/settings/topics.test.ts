import { expect, test } from 'vitest'
import { topics } from '#shop-topics'
import { nameTopics, TopicsSchema, topicsOf } from './topics.ts'

const newTopic = { id: '', name: 'Weddings', subject: 'A wedding', bring: 'The day.' }

test('the first topics are valid and stay as they are', () => {
  expect(TopicsSchema.parse(topics)).toEqual(topics)
  expect(JSON.stringify(topicsOf(structuredClone(topics)))).toBe(JSON.stringify(topics))
})

test('a renamed topic keeps its id, and a new one gets an id of its own', () => {
  const renamed = topics.map((topic) => (topic.id === 'size' ? { ...topic, name: 'Weddings!' } : topic))
  const stored = nameTopics(TopicsSchema.parse([...renamed, newTopic, { ...newTopic, name: 'Order' }]))
  expect(stored.map(({ id }) => id)).toEqual([...topics.map(({ id }) => id), 'weddings', 'order-2'])
})

test.each([
  [
    topics.filter(({ id }) => id !== 'data'),
    'The law asks for a way to complain about the use of data: please keep that topic.',
  ],
  [[...topics, { ...newTopic, name: 'my ORDER' }], 'Another topic is called that.'],
  [[...topics, { ...newTopic, bring: ' ' }], 'Please say what a message should include.'],
  [[...topics, { ...newTopic, subject: 'a\nb' }], 'Please enter one line of plain text.'],
])('what cannot be the topics of the form is refused, %#', (typed, message) => {
  expect(TopicsSchema.safeParse(typed).error?.issues[0]?.message).toBe(message)
})
