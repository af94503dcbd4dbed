import { DraftOffer } from '#admin/draft-offer.tsx'
import { AccountSection } from '#ui/account-section.tsx'
import { Field } from '#ui/field.tsx'
import { type Retention, retentionBounds, settingSchemas } from '../shop-settings.ts'
import { SaveButton, SettingConflict, SettingEffect, useSettingForm } from './setting-form.tsx'
import type { Settings } from './settings.contract.ts'
import type { SaveSetting } from './settings-queries.ts'

type Typed = Record<keyof Retention, string>

const fields: { name: keyof Retention; label: string }[] = [
  { name: 'checkoutDays', label: 'Checkouts that were never paid, in days' },
  { name: 'emailMonths', label: 'Who got which e-mail, in months' },
  { name: 'changeYears', label: 'Who changed products, settings and codes, in years' },
]

/** How long the shop keeps what no law decides. */
export function RetentionSection({ settings, save }: { settings: Settings; save: SaveSetting }) {
  const form = useSettingForm(asTyped(settings.retention.value), (typed) => save('retention', asValue(typed)), {
    name: 'retention',
    version: settings.retention.version,
  })
  return (
    <AccountSection
      id="retention"
      title="How long data is kept"
      note="Orders, refunds and payments keep their customer for six years after the end of the tax year, as tax law requires. These three are yours to choose. A longer time is only worth it if you use what you keep."
    >
      <form onSubmit={form.submit} className="grid gap-y-6" noValidate>
        <DraftOffer draft={form.draft} />
        {fields.map(({ name, label }) => (
          <Field
            key={name}
            label={label}
            name={name}
            type="number"
            inputMode="numeric"
            required
            min={retentionBounds[name][0]}
            max={retentionBounds[name][1]}
            step={1}
            value={form.value[name]}
            onChange={({ target }) => form.type({ ...form.value, [name]: target.value })}
            error={name === wrongField(form.value) ? form.problem : null}
            className="max-w-[26rem]"
          />
        ))}
        <SettingEffect>{effectOf(form.value)}</SettingEffect>
        <SettingConflict form={form} name="retention" label="How long data is kept" describe={effectOf} />
        <SaveButton {...form} />
      </form>
    </AccountSection>
  )
}

function asTyped(kept: Retention): Typed {
  return {
    checkoutDays: String(kept.checkoutDays),
    emailMonths: String(kept.emailMonths),
    changeYears: String(kept.changeYears),
  }
}

function asValue(typed: Typed): Retention {
  const [checkoutDays, emailMonths, changeYears] = fields.map(({ name }) => Number(typed[name] || Number.NaN))
  return { checkoutDays, emailMonths, changeYears } as Retention
}

/** The field that the server's message is about: the first that is wrong. */
function wrongField(typed: Typed): keyof Retention {
  const read = settingSchemas.retention.safeParse(asValue(typed))
  return (read.error?.issues[0]?.path[0] as keyof Retention | undefined) ?? 'checkoutDays'
}

function effectOf(typed: Typed): string {
  const read = settingSchemas.retention.safeParse(asValue(typed))
  if (!read.success) return read.error.issues[0]?.message ?? 'Please enter whole numbers.'
  const { checkoutDays, emailMonths, changeYears } = read.data
  const years = changeYears === 1 ? 'one year' : `${changeYears} years`
  return `Once a day, older data is deleted: checkouts that were never paid after ${checkoutDays} days, the recipients of e-mails after ${emailMonths} months, and the log of your changes after ${years}. It can’t be brought back.`
}
