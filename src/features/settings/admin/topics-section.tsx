import type { Topic } from '#shop-topics'
import { AccountSection } from '#ui/account-section.tsx'
import { Field } from '#ui/field.tsx'
import { dataTopic, maxTopicHint, maxTopicName, maxTopics, TopicsSchema } from '../topics.ts'
import { SettingForm, useSettingForm } from './setting-form.tsx'
import { RowButtons, SettingRows } from './setting-rows.tsx'
import type { SectionProps } from './settings-queries.ts'

const fields = [
  { name: 'name', label: 'Topic', most: maxTopicName },
  { name: 'subject', label: 'Subject of the e-mail', most: maxTopicName },
  { name: 'bring', label: 'What to include', most: maxTopicHint },
] as const

/** The topics of the contact form. */
export function TopicsSection({ settings, save }: SectionProps) {
  const form = useSettingForm<Topic[]>(settings.topics.value, (topics) => save('topics', topics), {
    name: 'topics',
    version: settings.topics.version,
  })
  return (
    <AccountSection
      id="topics"
      title="Contact topics"
      note="What a message on the contact page can be about. Each is also a link that opens an e-mail with its subject. Messages you already have keep theirs."
    >
      <SettingForm form={form} label="Contact topics" describe={describe} noValidate>
        <SettingRows
          form={form}
          check={TopicsSchema.safeParse}
          label="Topics in order"
          noun="topic"
          blank={{ id: '', name: '', subject: '', bring: '' }}
          most={maxTopics}
          className="grid gap-y-3 py-5"
        >
          {(topic, row) => (
            <>
              {fields.map(({ name, label, most }) => (
                <Field
                  key={name}
                  label={
                    <>
                      {label}
                      {name !== 'name' && <span className="sr-only"> of {row.called}</span>}
                    </>
                  }
                  name={`topic-${name}`}
                  value={topic[name]}
                  maxLength={most}
                  onChange={({ target }) => row.change({ [name]: target.value })}
                  error={row.problemOf(name)}
                  autoComplete="off"
                />
              ))}
              <RowButtons
                row={row}
                stays={topic.id === dataTopic ? 'The law asks for a way to complain, so this one stays.' : undefined}
              />
            </>
          )}
        </SettingRows>
      </SettingForm>
    </AccountSection>
  )
}

function describe(topics: readonly Topic[]): string {
  return topics.map(({ name, subject, bring }) => `${name} (${subject}): ${bring}`).join('\n')
}
