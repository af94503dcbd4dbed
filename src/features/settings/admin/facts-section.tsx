import { AccountSection } from '#ui/account-section.tsx'
import { Field, FieldFrame, inputLook } from '#ui/field.tsx'
import { type FactField, type FactGroup, type FactGroupName, factGroups, factSchemas } from '../facts.ts'
import { SettingForm, useSettingForm } from './setting-form.tsx'
import { type SectionProps, useSaveSetting, useSettings } from './settings-queries.ts'

/** The facts of a form as text, by field. */
type Typed = Record<string, string>

/** The section of one group of facts, with its own save button: its form comes from the definition. */
export function factsSection(name: FactGroupName) {
  return function FactsPart() {
    const { data: settings } = useSettings()
    const save = useSaveSetting()
    return settings && <FactsSection name={name} settings={settings} save={save} />
  }
}

function FactsSection({ name, settings, save }: SectionProps & { name: FactGroupName }) {
  const { title, usedIn, fields }: FactGroup = factGroups[name]
  const { value, version } = settings[name]
  const form = useSettingForm(typedFacts(fields, value), (typed) => save(name, readFacts(fields, typed)), {
    name,
    version,
  })
  const entries = Object.entries(fields).filter(([, { kind }]) => kind !== 'kept')
  const wrong = form.problem === null ? {} : problemsOf(name, readFacts(fields, form.value))
  // What the server alone refuses is said at the first field.
  const [first = ''] = Object.keys(wrong).length === 0 ? Object.keys(fields) : []
  return (
    <AccountSection id={sectionId(name)} title={title} note={usedIn}>
      <SettingForm
        form={form}
        label={title}
        describe={(typed) => entries.map(([field, { label }]) => `${label}: ${typed[field] || 'none'}`).join('\n')}
        noValidate
      >
        {entries.map(([field, definition]) => (
          <FactInput
            key={field}
            name={`${name}-${field}`}
            definition={definition}
            value={form.value[field] ?? ''}
            onType={(text) => form.type({ ...form.value, [field]: text })}
            problem={wrong[field] ?? (field === first ? form.problem : null)}
          />
        ))}
      </SettingForm>
    </AccountSection>
  )
}

/** The id of a group's section: 'order-numbers'. */
export function sectionId(name: FactGroupName): string {
  return name.replaceAll('_', '-')
}

type FactInputProps = {
  name: string
  definition: FactField
  value: string
  onType: (text: string) => void
  problem: string | null
}

const rowsOf = { lines: 5, links: 3, paragraph: 3, kept: 1 } as const

function FactInput({ name, definition: { kind, label, hint }, value, onType, problem }: FactInputProps) {
  if (kind === 'line' || kind === 'count') {
    return (
      <Field
        label={label}
        name={name}
        value={value}
        onChange={({ target }) => onType(target.value)}
        inputMode={kind === 'count' ? 'numeric' : undefined}
        hint={hint}
        error={problem}
        autoComplete="off"
        className={kind === 'count' ? 'max-w-[26rem]' : ''}
      />
    )
  }
  return (
    <FieldFrame label={label} hint={hint} error={problem}>
      {(bound) => (
        <textarea
          {...bound}
          name={name}
          rows={rowsOf[kind]}
          value={value}
          onChange={({ target }) => onType(target.value)}
          className={`mt-1 ${inputLook}`}
        />
      )}
    </FieldFrame>
  )
}

function typedFacts(fields: FactGroup['fields'], value: Record<string, unknown>): Typed {
  return Object.fromEntries(Object.entries(fields).map(([field, { kind }]) => [field, asText(kind, value[field])]))
}

function asText(kind: FactField['kind'], value: unknown): string {
  if (kind === 'lines') return (value as string[]).join('\n')
  if (kind === 'links') return (value as Social[]).map(({ url }) => url).join('\n')
  if (kind === 'kept') return value === undefined ? '' : JSON.stringify(value)
  return value === null || value === undefined ? '' : String(value)
}

function readFacts(fields: FactGroup['fields'], typed: Typed): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([field, { kind }]) => [field, readText(kind, typed[field] ?? '')]),
  )
}

function readText(kind: FactField['kind'], text: string): unknown {
  if (kind === 'kept') return text === '' ? undefined : JSON.parse(text)
  const lines = text
    .split('\n')
    .map((each) => each.trim())
    .filter(Boolean)
  if (kind === 'lines') return lines
  if (kind === 'links') return lines.map((url) => ({ name: siteName(url), url }))
  if (kind === 'paragraph') return lines.join(' ')
  return kind === 'count' && text.trim() !== '' ? Number(text) : text
}

type Social = { name: string; url: string }

const sites: Record<string, string> = {
  'instagram.com': 'Instagram',
  'tiktok.com': 'TikTok',
  'facebook.com': 'Facebook',
  'pinterest.com': 'Pinterest',
  'pinterest.co.uk': 'Pinterest',
  'youtube.com': 'YouTube',
  'threads.net': 'Threads',
  'threads.com': 'Threads',
  'x.com': 'X',
  'etsy.com': 'Etsy',
  'bsky.app': 'Bluesky',
  'wa.me': 'WhatsApp',
}

/** What a link to a page is called: its site's name, else its host. */
function siteName(url: string): string {
  const host = URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '') : ''
  return sites[host] ?? host
}

/** The message of each wrong field. */
function problemsOf(name: FactGroupName, facts: unknown): Record<string, string> {
  const issues = factSchemas[name].safeParse(facts).error?.issues ?? []
  return Object.fromEntries(issues.toReversed().map(({ path, message }) => [String(path[0]), message]))
}
