import { DraftOffer } from '#admin/draft-offer.tsx'
import { AccountSection } from '#ui/account-section.tsx'
import { Field } from '#ui/field.tsx'
import { maxBannerLength } from '../shop-settings.ts'
import { SaveButton, SettingConflict, useSettingForm } from './setting-form.tsx'
import type { Settings } from './settings.contract.ts'
import type { SaveSetting } from './settings-queries.ts'

/** The line above the header of every page. */
export function BannerSection({ settings, save }: { settings: Settings; save: SaveSetting }) {
  const form = useSettingForm(settings.banner.value, (value) => save('banner', value), {
    name: 'banner',
    version: settings.banner.version,
  })
  const shown = form.value.trim()
  return (
    <AccountSection
      id="banner"
      title="Banner"
      note="The line at the very top of every page. Make sure it’s true: it doesn’t change any price or delivery charge."
    >
      <form onSubmit={form.submit} className="grid gap-y-6">
        <DraftOffer draft={form.draft} />
        <Field
          label="Text"
          name="banner"
          value={form.value}
          maxLength={maxBannerLength}
          onChange={({ target }) => form.type(target.value)}
          hint={`Up to ${maxBannerLength} characters. Leave blank for no banner.`}
          error={form.problem}
          autoComplete="off"
        />
        <div>
          <p className="label text-ink-soft">Preview</p>
          {shown ? (
            <p className="foot label mt-2 flex h-(--notice-height) min-h-[2.125rem] items-center justify-center text-balance bg-mulberry px-4 text-center text-paper leading-[1.15]">
              {shown}
            </p>
          ) : (
            <p className="mt-2 text-ink-soft">No banner: the page starts with the header.</p>
          )}
        </div>
        <SettingConflict form={form} name="banner" label="Text" describe={(text) => text} />
        <SaveButton {...form} />
      </form>
    </AccountSection>
  )
}
