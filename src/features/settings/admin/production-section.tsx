import { DraftOffer } from '#admin/draft-offer.tsx'
import { formatDay } from '#base/calendar-day.ts'
import { AccountSection } from '#ui/account-section.tsx'
import { Field } from '#ui/field.tsx'
import { dispatchBy } from '../dispatch-and-arrival.ts'
import { productionTimeLabels } from '../production-time.ts'
import { daysIn, maxProductionDays } from '../shop-settings.ts'
import { SaveButton, SettingConflict, SettingEffect, useSettingForm } from './setting-form.tsx'
import type { Settings } from './settings.contract.ts'
import type { SaveSetting } from './settings-queries.ts'

/** The production time of products without their own. */
export function ProductionSection({ settings, save }: { settings: Settings; save: SaveSetting }) {
  const held = settings.production_days.value
  const form = useSettingForm(String(held), (typed) => save('production_days', Number(typed)), {
    name: 'production_days',
    version: settings.production_days.version,
  })
  return (
    <AccountSection
      id="making"
      title="Production time"
      note="Dispatch dates on pages, in carts and in e-mails are counted from this. A garment with its own number of days uses that instead. Orders already placed keep their dates."
    >
      <form onSubmit={form.submit} className="grid gap-y-6">
        <DraftOffer draft={form.draft} />
        <Field
          label="Working days to make a garment"
          name="production_days"
          type="number"
          inputMode="numeric"
          required
          min={1}
          max={maxProductionDays}
          step={1}
          value={form.value}
          onChange={({ target }) => form.type(target.value)}
          error={form.problem}
          className="max-w-[16rem]"
        />
        <SettingEffect>{whatItDoes(Number(form.value), settings)}</SettingEffect>
        <SettingConflict
          form={form}
          name="production_days"
          label="Working days to make a garment"
          describe={(days) => days}
        />
        <SaveButton {...form} />
      </form>
    </AccountSection>
  )
}

function whatItDoes(productionDays: number, { now, days_off }: Settings): string {
  if (!Number.isInteger(productionDays) || productionDays < 1 || productionDays > maxProductionDays) {
    return `Please enter a whole number of days from 1 to ${maxProductionDays}.`
  }
  const leaves = dispatchBy({ orderedAt: new Date(now) }, { productionDays, daysOff: daysIn(days_off.value) })
  return `Orders placed now leave by ${formatDay(leaves, new Date(now))}. The policies say: ${productionTimeLabels(productionDays).time}.`
}
