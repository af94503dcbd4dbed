import { useRef } from 'react'
import type { Topic } from '#shop-topics'
import { AccountSection } from '#ui/account-section.tsx'
import { Field } from '#ui/field.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { dataTopic, maxTopicHint, maxTopicName, maxTopics, TopicsSchema } from '../topics.ts'
import { SettingForm, useSettingForm } from './setting-form.tsx'
import type { SectionProps } from './settings-queries.ts'

const fields = [
  { name: 'name', label: 'Topic', most: maxTopicName },
  { name: 'subject', label: 'Subject of the e-mail', most: maxTopicName },
  { name: 'bring', label: 'What to include', most: maxTopicHint },
] as const

/** The topics of the contact form. */
export function TopicsSection({ settings, save }: SectionProps) {
  const list = useRef<HTMLOListElement>(null)
  const form = useSettingForm<Topic[]>(settings.topics.value, (topics) => save('topics', topics), {
    name: 'topics',
    version: settings.topics.version,
  })
  const topics = form.value
  const issues = form.problem === null ? [] : (TopicsSchema.safeParse(topics).error?.issues ?? [])
  const problemOf = (at: number, field: string) =>
    issues.find(({ path }) => path[0] === at && path[1] === field)?.message

  function change(at: number, changed: Partial<Topic>) {
    form.type(topics.map((topic, place) => (place === at ? { ...topic, ...changed } : topic)))
  }

  function add() {
    form.type([...topics, { id: '', name: '', subject: '', bring: '' }])
    // The new one is rendered first.
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('li:last-child input')?.focus())
  }

  function moveUp(at: number) {
    form.type(
      topics.flatMap((topic, place) => (place === at - 1 ? [topics[at] ?? topic, topic] : place === at ? [] : [topic])),
    )
    list.current?.focus()
  }

  function remove(at: number) {
    form.type(topics.filter((_, place) => place !== at))
    list.current?.focus()
  }

  return (
    <AccountSection
      id="topics"
      title="Contact topics"
      note="What a message on the contact page can be about. Each is also a link that opens an e-mail with its subject. Messages you already have keep theirs."
    >
      <SettingForm form={form} label="Contact topics" describe={describe} noValidate>
        <ol ref={list} tabIndex={-1} aria-label="Topics in order" className="border-line border-t outline-none">
          {topics.map((topic, at) => {
            const called = topic.name.trim() || 'the new topic'
            return (
              // Topics have no other name that stays.
              // biome-ignore lint/suspicious/noArrayIndexKey: a name that is typed is no key
              <li key={at} className="grid gap-y-3 border-line border-b py-5">
                {fields.map(({ name, label, most }) => (
                  <Field
                    key={name}
                    label={
                      <>
                        {label}
                        {name !== 'name' && <span className="sr-only"> of {called}</span>}
                      </>
                    }
                    name={`topic-${name}`}
                    value={topic[name]}
                    maxLength={most}
                    onChange={({ target }) => change(at, { [name]: target.value })}
                    error={problemOf(at, name)}
                    autoComplete="off"
                  />
                ))}
                <p className="flex flex-wrap gap-x-7 empty:hidden">
                  {at > 0 && (
                    <TextButton onClick={() => moveUp(at)}>
                      Move up<span className="sr-only">: {called}</span>
                    </TextButton>
                  )}
                  {topic.id === dataTopic ? (
                    <span className="text-ink-soft text-small">
                      The law asks for a way to complain, so this one stays.
                    </span>
                  ) : (
                    <TextButton onClick={() => remove(at)}>
                      Remove<span className="sr-only"> {called}</span>
                    </TextButton>
                  )}
                </p>
              </li>
            )
          })}
        </ol>
        {topics.length < maxTopics && (
          <p>
            <TextButton onClick={add}>Add a topic</TextButton>
          </p>
        )}
        <p role="alert" className="text-mulberry empty:hidden">
          {issues.some(({ path }) => path.length > 1) ? null : form.problem}
        </p>
      </SettingForm>
    </AccountSection>
  )
}

function describe(topics: readonly Topic[]): string {
  return topics.map(({ name, subject, bring }) => `${name} (${subject}): ${bring}`).join('\n')
}
