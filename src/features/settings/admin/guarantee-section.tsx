import { useState } from 'react'
import { uploadInputLook } from '#admin/text-file.ts'
import { joinNames } from '#base/names.ts'
import { loadBackend } from '#platform/client/backend-client.ts'
import { AccountSection } from '#ui/account-section.tsx'
import { FieldFrame } from '#ui/field.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { type GuaranteeNotice, guaranteeSource, missingNotices, noticeBucket, noticeLanguages } from '../guarantee.ts'
import { SettingEffect } from './setting-form.tsx'
import type { Settings } from './settings.contract.ts'
import { type SectionProps, todaysZones } from './settings-queries.ts'

const languages = Object.entries(noticeLanguages).map(([id, name]) => ({ id, name }))
const nameOf = (language: string) => noticeLanguages[language as keyof typeof noticeLanguages] ?? language

/** The official notices on the legal guarantee, a file for each language. */
export function GuaranteeSection({ settings, save }: SectionProps) {
  const held = settings.guarantee_notices.value
  const [language, setLanguage] = useState('de')
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  async function change(notices: GuaranteeNotice[], file?: File) {
    setBusy(true)
    setProblem(null)
    try {
      const added = file ? [{ language, url: await upload(file, language) }] : []
      await save('guarantee_notices', [...notices, ...added])
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
    }
    setBusy(false)
  }

  const others = (but: string) => held.filter((notice) => notice.language !== but)
  return (
    <AccountSection
      id="guarantee"
      title="EU legal guarantee"
      note="Since 27 September 2026, shops that sell to consumers in the EU show the EU’s official notice on the legal guarantee before the order, and in its confirmation. Customers in the EU see it in the cart."
    >
      <p className="max-w-[34em]">
        The file comes from the{' '}
        <a href={guaranteeSource} target="_blank" rel="noopener noreferrer" className="link">
          annex of Implementing Regulation (EU) 2025/1960
        </a>
        , in 24 languages. Upload it as it is: the law forbids changing its colours, proportions or text, and the shop
        serves it byte for byte. This is not legal advice.
      </p>
      {held.length > 0 && (
        <ul className="mt-6">
          {held.map((notice) => (
            <li
              key={notice.language}
              className="flex min-h-12 items-center justify-between gap-x-4 border-line border-b py-2"
            >
              <a href={notice.url} target="_blank" rel="noopener noreferrer" className="link">
                {nameOf(notice.language)}
              </a>
              <TextButton onClick={() => change(others(notice.language))}>
                Remove<span className="sr-only"> {nameOf(notice.language)}</span>
              </TextButton>
            </li>
          ))}
        </ul>
      )}
      <div className="mt-6 grid gap-y-5">
        <SelectField
          label="Language"
          value={language}
          choices={languages}
          onChange={({ target }) => setLanguage(target.value)}
        />
        <FieldFrame label="Official file (SVG, PNG or JPEG)" error={problem}>
          {(bound) => (
            <input
              {...bound}
              type="file"
              accept=".svg,image/svg+xml,image/png,image/jpeg"
              disabled={busy}
              onChange={({ target }) => {
                const [file] = target.files ?? []
                target.value = ''
                if (file) void change(others(language), file)
              }}
              className={uploadInputLook}
            />
          )}
        </FieldFrame>
        <SettingEffect>{busy ? 'Saving…' : effectOf(settings)}</SettingEffect>
      </div>
    </AccountSection>
  )
}

/** Stores a file unchanged under a new name, since e-mails link to the earlier one; returns its path. */
async function upload(file: File, language: string): Promise<string> {
  const kind = /\.(svg|png|jpe?g)$/i.exec(file.name)?.[1]?.toLowerCase()
  if (!kind) throw new Error('Please choose the official file as SVG, PNG or JPEG.')
  const bucket = (await loadBackend()).storage.from(noticeBucket)
  const name = `${language}-${crypto.randomUUID()}.${kind}`
  const type = kind === 'svg' ? 'image/svg+xml' : kind === 'png' ? 'image/png' : 'image/jpeg'
  const { error } = await bucket.upload(name, file, { contentType: type })
  if (error) throw new Error(`The file could not be uploaded. ${error.message}`)
  return new URL(bucket.getPublicUrl(name).data.publicUrl).pathname
}

function effectOf(settings: Settings): string {
  const { zones_off, countries_off, closed_by_law, guarantee_notices } = settings
  const open = todaysZones(settings)
    .filter(({ id }) => !zones_off.value.includes(id))
    .flatMap(({ countries }) => countries)
    .filter((country) => !countries_off.value.includes(country) && !closed_by_law.includes(country))
  const missing = missingNotices(open, guarantee_notices.value).map(nameOf)
  if (missing.length === 0) return 'No notice is missing for the countries you deliver to.'
  return `Missing: ${joinNames(missing.toSorted())}. Until then, customers there see the English notice if you upload it, or a plain sentence with a link to the official text.`
}
