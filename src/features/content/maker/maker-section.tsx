import { DraftOffer } from '#admin/draft-offer.tsx'
import { SettingEffect } from '#features/settings/admin/effect.tsx'
import { SaveButton } from '#features/settings/admin/save-button.tsx'
import { SettingConflict } from '#features/settings/admin/setting-conflict.tsx'
import type { Settings } from '#features/settings/admin/settings.contract.ts'
import { type SaveSetting, useSaveSetting, useSettings } from '#features/settings/admin/settings-queries.ts'
import { useSettingForm } from '#features/settings/admin/use-setting-form.ts'
import { type MakerSetting, maxMakerName, maxMakerWords } from '#features/settings/shop-settings.ts'
import { AccountSection } from '#ui/account-section.tsx'
import { Field, FieldFrame, inputLook } from '#ui/field.tsx'
import { Link } from '#ui/link.tsx'
import { MakerPictureField } from './maker-picture-field.tsx'

/** The maker's page: the owner's name, words and two photographs. */
export function MakerSection() {
  const { data: settings } = useSettings()
  const save = useSaveSetting()
  return settings ? <MakerForm settings={settings} save={save} /> : null
}

function MakerForm({ settings, save }: { settings: Settings; save: SaveSetting }) {
  const form = useSettingForm(settings.maker.value, (value) => save('maker', value), {
    name: 'maker',
    version: settings.maker.version,
  })
  const { value } = form
  const change = (part: Partial<MakerSetting>) => form.type({ ...value, ...part })
  return (
    <AccountSection
      id="maker"
      title="The maker’s page"
      note={
        <p>
          Your name, your words and your own photographs, at{' '}
          <Link to="/maker" className="link">
            /maker
          </Link>
          . Garments and About lead there.
        </p>
      }
    >
      <form onSubmit={form.submit} className="grid gap-y-6">
        <DraftOffer draft={form.draft} />
        <Field
          label="Your name"
          name="maker-name"
          value={value.name}
          maxLength={maxMakerName}
          onChange={({ target }) => change({ name: target.value })}
          hint="As customers may call you: a first name is enough."
          autoComplete="off"
        />
        <FieldFrame
          label="Your words"
          hint="Plain text; an empty line begins a new paragraph. For example: how you learned to sew, what you make first on a Monday, what you won’t send out."
          error={form.problem}
        >
          {(bound) => (
            <textarea
              {...bound}
              name="maker-words"
              value={value.words}
              maxLength={maxMakerWords}
              rows={6}
              onChange={({ target }) => change({ words: target.value })}
              className={`mt-1 ${inputLook} field-sizing-content max-h-[32rem] min-h-36 resize-y leading-[1.5]`}
            />
          )}
        </FieldFrame>
        <MakerPictureField
          label="Your face"
          example="Such as: Anna at the cutting table, by the window"
          picture={value.face}
          onChange={(face) => change({ face })}
        />
        <MakerPictureField
          label="Your hands at work"
          example="Such as: hands pinning a hem"
          picture={value.hands}
          onChange={(hands) => change({ hands })}
        />
        <SettingEffect>{effectOf(value)}</SettingEffect>
        <SettingConflict form={form} name="maker" label="The maker’s page" describe={describe} />
        <SaveButton {...form} />
      </form>
    </AccountSection>
  )
}

function effectOf({ name, words, face, hands }: MakerSetting): string {
  if (!name.trim() || !words.trim()) {
    return 'Until it has your name and your words, the page shows an example without a name: one person makes everything, and her page is still to be written.'
  }
  const missing = [...(face.url ? [] : ['your face']), ...(hands.url ? [] : ['your hands'])]
  return missing.length > 0
    ? `The page shows your name and your words. A photograph of ${missing.join(' and of ')} is still to come.`
    : 'The page shows your name, your words and both photographs.'
}

function describe({ name, words, face, hands }: MakerSetting): string {
  const pictures = [face.url && 'a photograph of the face', hands.url && 'a photograph of the hands'].filter(Boolean)
  return [name, words, ...pictures].filter(Boolean).join('\n') || 'Nothing yet'
}
