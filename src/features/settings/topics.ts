import { z } from 'zod'
import { topics as firstTopics, type Topic } from '#shop-topics'
import { freeId, slugOf } from './kinds.ts'

export const maxTopics = 12
export const maxTopicName = 60
export const maxTopicHint = 200

const line = (most: number, missing: string) =>
  z
    .string()
    .trim()
    .min(1, missing)
    .max(most, `Please keep it to ${most} characters.`)
    .regex(/^\P{Cc}*$/u, 'Please enter one line of plain text.')

/** The law asks for a way to complain about the use of data (Data Protection Act 2018, section 164A). */
export const dataTopic = 'data'

/** The topics of the contact form, in the owner's order; a new one has an empty id. */
export const TopicsSchema = z
  .array(
    z.object({
      id: z
        .string()
        .regex(/^$|^[a-z\d]+(-[a-z\d]+)*$/)
        .max(60),
      name: line(maxTopicName, 'Please name the topic.'),
      subject: line(maxTopicName, 'Please enter the subject of the e-mails.'),
      bring: line(maxTopicHint, 'Please say what a message should include.'),
    }),
  )
  .max(maxTopics, `The form has up to ${maxTopics} topics.`)
  .refine((topics) => topics.some(({ id }) => id === dataTopic), {
    error: 'The law asks for a way to complain about the use of data: please keep that topic.',
  })
  .superRefine((topics, context) => {
    topics.forEach(({ name }, at) => {
      const isDouble = topics.findIndex((other) => other.name.toLowerCase() === name.toLowerCase()) < at
      if (isDouble) context.addIssue({ code: 'custom', path: [at, 'name'], message: 'Another topic is called that.' })
    })
  })

/** The topics to store: a new one gets an id of its own, which messages keep. */
export function nameTopics(typed: readonly Topic[]): Topic[] {
  const taken = new Set(typed.map(({ id }) => id).filter(Boolean))
  return typed.map((topic) => ({ ...topic, id: topic.id || freeId(slugOf(topic.name) || 'topic', taken) }))
}

/** The topics that are valid in the settings, else those of a fresh shop. */
export function topicsOf(value: unknown, onInvalid?: () => void): readonly Topic[] {
  if (value === undefined) return firstTopics
  const { data } = TopicsSchema.safeParse(value)
  if (!data) onInvalid?.()
  return data ?? firstTopics
}
