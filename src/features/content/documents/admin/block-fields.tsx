import type { ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { limitCharacters } from '#ui/limit-characters.ts'
import { SelectField } from '#ui/select-field.tsx'
import type { Block, BlockOf } from '../document.ts'
import { conditionLabels } from './condition-labels.ts'
import { type FactValues, garmentsNames, measuresNames, paragraphsText, spansText } from './document-text.ts'
import { EntryList } from './entry-list.tsx'
import { LinkField, linkProblem } from './link-form.tsx'
import { PictureField } from './picture-field.tsx'
import { RichLine, RichText, type TextSetting } from './rich-text.tsx'

export type BlockFieldsProps<Shown extends Block = Block> = {
  block: Shown
  setting: TextSetting
  facts: FactValues
  onChange: (block: Block) => void
  /** Keeps the fields of a closed block, for the reason given. */
  onHold: (reason: string | null) => void
}

/** The fields of one block. */
export function BlockFields({ block, ...rest }: BlockFieldsProps): ReactNode {
  const { setting, onChange, onHold } = rest
  switch (block.type) {
    case 'heading':
      return <HeadingFields block={block} {...rest} />
    case 'text':
      return (
        <RichText
          label="Text"
          value={block.paragraphs}
          setting={setting}
          onChange={(paragraphs) => onChange({ ...block, paragraphs })}
        />
      )
    case 'picture':
      return <PictureField block={block} onChange={onChange} onHold={onHold} />
    case 'verse':
      return (
        <>
          <Line label="Verse" most={500} value={block.text} onChange={(text) => onChange({ ...block, text })} />
          <Line
            label="Reference"
            placeholder="Proverbs 31:25"
            value={block.reference}
            onChange={(reference) => onChange({ ...block, reference })}
          />
        </>
      )
    case 'quote':
      return (
        <>
          <RichLine
            label="Quote"
            value={block.spans}
            setting={setting}
            onChange={(spans) => onChange({ ...block, spans })}
          />
          <Line
            label="Who said it"
            value={block.by ?? ''}
            onChange={(by) => {
              const { by: _, ...rest } = block
              onChange(by ? { ...rest, by } : rest)
            }}
          />
        </>
      )
    case 'points':
      return <PointsFields block={block} {...rest} />
    case 'steps':
      return <StepsFields block={block} {...rest} />
    case 'questions':
      return <QuestionsFields block={block} {...rest} />
    case 'buttons':
      return <ButtonsFields block={block} {...rest} />
    case 'garments':
      return (
        <SelectField
          label="Which garments"
          value={block.which}
          choices={choicesOf(garmentsNames)}
          onChange={({ target }) => onChange({ ...block, which: target.value as typeof block.which })}
        />
      )
    case 'measures':
      return (
        <SelectField
          label="Which table"
          value={block.table}
          choices={choicesOf(measuresNames)}
          onChange={({ target }) => onChange({ ...block, table: target.value as typeof block.table })}
        />
      )
  }
}

const headingLooks = { plain: 'Plain', ruled: 'With a line above', shaded: 'On a darker ground' } as const

function HeadingFields({ block, setting, onChange }: BlockFieldsProps<BlockOf<'heading'>>) {
  const { look = 'plain', ...rest } = block
  return (
    <>
      <RichLine
        label="Heading"
        value={block.spans}
        setting={setting}
        onChange={(spans) => onChange({ ...block, spans })}
      />
      {look in headingLooks && !block.slot && (
        <SelectField
          label="Its section looks"
          value={look}
          choices={choicesOf(headingLooks)}
          onChange={({ target }) => {
            const chosen = target.value as keyof typeof headingLooks
            onChange(chosen === 'plain' ? { ...rest, type: 'heading' } : { ...block, look: chosen })
          }}
        />
      )}
    </>
  )
}

function PointsFields({ block, setting, facts, onChange }: BlockFieldsProps<BlockOf<'points'>>) {
  const hasTerms = block.look === 'terms'
  return (
    <EntryList
      entries={block.entries}
      label="Points in order"
      noun="point"
      isFree
      describe={({ term, spans }) => ({ ...(term && { kind: term }), text: spansText(spans, facts) })}
      fields={(entry, change) => (
        <>
          {hasTerms && <Line label="Term" value={entry.term ?? ''} onChange={(term) => change({ ...entry, term })} />}
          <RichLine
            label="Words"
            value={entry.spans}
            setting={setting}
            onChange={(spans) => change({ ...entry, spans })}
          />
        </>
      )}
      adding={(add) => (
        <AddButton onClick={() => add(hasTerms ? { term: '', spans: [] } : { spans: [] })}>Add a point</AddButton>
      )}
      onChange={(entries) => onChange({ ...block, entries })}
    />
  )
}

function StepsFields({ block, setting, facts, onChange }: BlockFieldsProps<BlockOf<'steps'>>) {
  return (
    <EntryList
      entries={block.entries}
      label="Steps in order"
      noun="step"
      isFree={!block.days}
      describe={({ title, spans }) => ({ kind: title, text: spansText(spans, facts) })}
      fields={(entry, change) => (
        <>
          {!block.days && (
            <RichLine
              label="Label"
              hint="Above the title, such as the day. It may be empty."
              value={entry.label ?? []}
              setting={setting}
              onChange={(label) => {
                const { label: _, ...rest } = entry
                change(label.length > 0 ? { ...rest, label } : rest)
              }}
            />
          )}
          <Line label="Title" value={entry.title} onChange={(title) => change({ ...entry, title })} />
          <RichLine
            label="Words"
            value={entry.spans}
            setting={setting}
            onChange={(spans) => change({ ...entry, spans })}
          />
        </>
      )}
      adding={(add) => <AddButton onClick={() => add({ title: '', spans: [] })}>Add a step</AddButton>}
      onChange={(entries) => onChange({ ...block, entries })}
    />
  )
}

function QuestionsFields({ block, setting, facts, onChange }: BlockFieldsProps<BlockOf<'questions'>>) {
  return (
    <EntryList
      entries={block.entries}
      label="Questions in order"
      noun="question"
      isFree
      describe={({ question, answer, when }) => ({
        text: question || paragraphsText(answer, facts),
        note: when && conditionLabels[when],
      })}
      fields={(entry, change) => (
        <>
          <Line
            label="Question"
            most={200}
            value={entry.question}
            onChange={(question) => change({ ...entry, question })}
          />
          <RichText
            label="Answer"
            value={entry.answer}
            setting={setting}
            onChange={(answer) => change({ ...entry, answer })}
          />
        </>
      )}
      adding={(add) => <AddButton onClick={() => add({ question: '', answer: [] })}>Add a question</AddButton>}
      onChange={(entries) => onChange({ ...block, entries })}
    />
  )
}

const buttonLooks = { solid: 'Filled', line: 'With a border', link: 'As a link' } as const

function ButtonsFields({ block, setting, onChange }: BlockFieldsProps<BlockOf<'buttons'>>) {
  return (
    <EntryList
      entries={block.entries}
      label="Buttons in order"
      noun="button"
      isFree
      describe={({ text, to, when }) => ({ text: text && `${text} (${to})`, note: when && conditionLabels[when] })}
      fields={(entry, change) => (
        <>
          <Line label="Words" most={60} value={entry.text} onChange={(text) => change({ ...entry, text })} />
          <LinkField
            to={entry.to}
            pages={setting.pages}
            error={linkProblem(entry.to) ?? undefined}
            onChange={(to) => change({ ...entry, to })}
          />
          <SelectField
            label="Looks"
            value={entry.look}
            choices={choicesOf(buttonLooks)}
            onChange={({ target }) => change({ ...entry, look: target.value as keyof typeof buttonLooks })}
          />
        </>
      )}
      adding={(add) => (
        <AddButton onClick={() => add({ text: '', to: '/shop', look: 'solid' })}>Add a button</AddButton>
      )}
      onChange={(entries) => onChange({ ...block, entries })}
    />
  )
}

type LineProps = {
  label: string
  value: string
  onChange: (value: string) => void
  most?: number
  placeholder?: string
}

/** A line of plain words. */
export function Line({ label, value, onChange, most = 100, placeholder }: LineProps) {
  return (
    <Field
      label={label}
      value={value}
      placeholder={placeholder}
      onChange={({ target }) => onChange(target.value)}
      {...limitCharacters(most)}
      autoComplete="off"
    />
  )
}

function AddButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <Button tone="line" onClick={onClick} className="mt-4 justify-self-start max-sm:w-full">
      {children}
    </Button>
  )
}

function choicesOf<Id extends string>(names: Readonly<Record<Id, string>>): { id: Id; name: string }[] {
  return (Object.keys(names) as Id[]).map((id) => ({ id, name: names[id] }))
}
