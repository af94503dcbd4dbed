import { PictureUpload } from '#features/catalogue/admin/picture-upload.tsx'
import { SettingEffect, SettingForm, useSettingForm } from '#features/settings/admin/setting-form.tsx'
import { type SectionProps, useSaveSetting, useSettings } from '#features/settings/admin/settings-queries.ts'
import {
  type MakerPicture,
  type MakerSetting,
  maxMakerAlt,
  maxMakerName,
  maxMakerWords,
} from '#features/settings/shop-settings.ts'
import { AccountSection } from '#ui/account-section.tsx'
import { Field, FieldFrame, inputLook } from '#ui/field.tsx'
import { Link } from '#ui/link.tsx'
import { pictureAt } from '#ui/picture.tsx'
import { TextButton } from '#ui/text-button.tsx'

/** The maker's page: the owner's name, words and two photographs. */
export function MakerSection() {
  const { data: settings } = useSettings()
  const save = useSaveSetting()
  return settings ? <MakerForm settings={settings} save={save} /> : null
}

function MakerForm({ settings, save }: SectionProps) {
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
          {settings.maker.value.name && settings.maker.value.words ? (
            <Link to="/maker" className="link">
              /maker
            </Link>
          ) : (
            '/maker'
          )}
          . Garments and About lead there once it has your name and your words.
        </p>
      }
    >
      <SettingForm form={form} label="The maker’s page" describe={describe}>
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
      </SettingForm>
    </AccountSection>
  )
}

function effectOf({ name, words, face, hands }: MakerSetting): string {
  if (!name.trim() || !words.trim()) {
    return 'Until it has your name and your words there is no such page, and nothing leads to it.'
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

type MakerPictureFieldProps = {
  label: string
  example: string
  picture: MakerPicture
  onChange: (picture: MakerPicture) => void
}

/** One photograph: it is uploaded when it is chosen, and part of the page once the form is saved. */
function MakerPictureField({ label, example, picture, onChange }: MakerPictureFieldProps) {
  return (
    <div className="grid grid-cols-[6rem_minmax(0,1fr)] items-start gap-x-5">
      {picture.url ? (
        <img
          src={pictureAt(picture.url, 320)}
          alt={picture.alt || label}
          className="aspect-4/5 w-full bg-paper-deep object-cover"
        />
      ) : (
        <span aria-hidden="true" className="aspect-4/5 w-full border border-edge border-dashed" />
      )}
      <div className="grid gap-y-3">
        <PictureUpload label={label} onStored={(url) => onChange({ url, alt: picture.alt })} />
        {picture.url && (
          <>
            <Field
              label="What it shows"
              placeholder={example}
              value={picture.alt}
              maxLength={maxMakerAlt}
              onChange={({ target }) => onChange({ ...picture, alt: target.value })}
              autoComplete="off"
            />
            <p>
              <TextButton onClick={() => onChange({ url: '', alt: '' })}>Remove the photograph</TextButton>
            </p>
          </>
        )}
      </div>
    </div>
  )
}
