import { type ReactNode, useEffect } from 'react'
import { formatDay } from '#base/calendar-day.ts'
import { formatPence, parseTyped, pence } from '#base/money.ts'
import { AccountSection } from '#ui/account-section.tsx'
import { CouldNotLoad } from '#ui/could-not-load.tsx'
import { Field } from '#ui/field.tsx'
import { LoadingSkeleton } from '#ui/loading-skeleton.tsx'
import { prepareToasts } from '#ui/toast.ts'
import { fillBanner, freeMark } from '../delivery-versions.ts'
import { dispatchBy, freeDayOf } from '../dispatch-and-arrival.ts'
import { productionTimeLabels, workingDays } from '../production-time.ts'
import { SamplesSchema, type SamplesSetting } from '../samples-setting.ts'
import {
  daysIn,
  maxBannerLength,
  maxProductionDays,
  type Retention,
  retentionBounds,
  settingSchemas,
} from '../shop-settings.ts'
import { CapacitySection } from './capacity-section.tsx'
import { CarriersSection } from './carriers-section.tsx'
import { ColoursSection } from './colours-section.tsx'
import { DaysOffSection } from './days-off-section.tsx'
import { CountriesSection, ZonesSection } from './delivery-sections.tsx'
import { GuaranteeSection } from './guarantee-section.tsx'
import { ClosingSection, LaunchSection } from './opening-sections.tsx'
import { PricesSection } from './prices-section.tsx'
import { SettingCheck, SettingEffect, SettingForm, useSettingForm } from './setting-form.tsx'
import type { Settings } from './settings.contract.ts'
import { type SectionProps, todaysZones, useSaveSetting, useSettings } from './settings-queries.ts'
import { SizesSection } from './sizes-section.tsx'
import { TopicsSection } from './topics-section.tsx'

const sections = {
  making: ProductionSection,
  capacity: CapacitySection,
  'days-off': DaysOffSection,
  banner: BannerSection,
  'delivery-prices': PricesSection,
  delivery: ZonesSection,
  countries: CountriesSection,
  carriers: CarriersSection,
  guarantee: GuaranteeSection,
  samples: SamplesSection,
  closing: ClosingSection,
  opening: LaunchSection,
  retention: RetentionSection,
  sizes: SizesSection,
  topics: TopicsSection,
  colours: ColoursSection,
}

/** A section of the shop's settings, with its own save button. */
export function shopSection(id: keyof typeof sections) {
  const Section = sections[id]
  return function ShopSection() {
    const { data: settings } = useSettings()
    const save = useSaveSetting()
    return settings && <Section settings={settings} save={save} />
  }
}

/** Its children once the settings are loaded, so that the sections appear together and in order. */
export function ShopSettings({ children }: { children: ReactNode }) {
  const { data, error, refetch } = useSettings()
  useEffect(prepareToasts, [])
  if (data) return children
  return (
    <div className="py-[clamp(2.5rem,4.6vw,4.25rem)]">
      {error ? (
        <CouldNotLoad problem={`Your settings couldn’t be loaded. ${error.message}`} onRetry={refetch} />
      ) : (
        <LoadingSkeleton label="Loading your settings" count={4} />
      )}
    </div>
  )
}

/** The production time of products without their own. */
function ProductionSection({ settings, save }: SectionProps) {
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
      <SettingForm form={form} label="Working days to make a garment" describe={(days) => days}>
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
        <SettingEffect>{productionEffect(Number(form.value), settings)}</SettingEffect>
      </SettingForm>
    </AccountSection>
  )
}

function productionEffect(productionDays: number, { now, days_off, capacity, promised }: Settings): string {
  if (!Number.isInteger(productionDays) || productionDays < 1 || productionDays > maxProductionDays) {
    return `Please enter a whole number of days from 1 to ${maxProductionDays}.`
  }
  const [daysOff, orderedAt] = [daysIn(days_off.value), new Date(now)]
  const freeDay = freeDayOf({ capacity: capacity.value, daysOff }, { promised, now: orderedAt })
  const leaves = dispatchBy({ orderedAt }, { productionDays, daysOff, freeDay })
  return `Orders placed now leave by ${formatDay(leaves, new Date(now))}. The policies say: ${productionTimeLabels(productionDays).time}.`
}

/** The line above the header of every page. */
function BannerSection({ settings, save }: SectionProps) {
  const form = useSettingForm(settings.banner.value, (value) => save('banner', value), {
    name: 'banner',
    version: settings.banner.version,
  })
  const shown = fillBanner(form.value.trim(), todaysZones(settings))
  return (
    <AccountSection
      id="banner"
      title="Banner"
      note="The line at the very top of every page. Make sure it’s true: it doesn’t change any price or delivery charge."
    >
      <SettingForm form={form} label="Text" describe={(text) => text}>
        <Field
          label="Text"
          name="banner"
          value={form.value}
          maxLength={maxBannerLength}
          onChange={({ target }) => form.type(target.value)}
          hint={`Up to ${maxBannerLength} characters. Write ${freeMark} for the amount from which delivery in your country is free: it follows your prices. Leave blank for no banner.`}
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
            <p className="mt-2 text-ink-soft">
              {form.value.trim()
                ? 'No delivery is free just now, so the banner is left out.'
                : 'No banner: the page starts with the header.'}
            </p>
          )}
        </div>
      </SettingForm>
    </AccountSection>
  )
}

type TypedSamples = { offered: boolean; price: string; most: string; days: string }

/** Whether the shop sends fabric samples, and the price of a set. */
function SamplesSection({ settings, save }: SectionProps) {
  const held = typedSamples(settings.samples.value)
  const form = useSettingForm(held, (typed) => save('samples', samplesOf(typed)), {
    name: 'samples',
    version: settings.samples.version,
  })
  const wrong = SamplesSchema.safeParse(samplesOf(form.value)).error?.issues[0]?.path[0] ?? 'pricePence'
  const problemAt = (field: keyof SamplesSetting) => (field === wrong ? form.problem : null)
  return (
    <AccountSection
      id="samples"
      title="Fabric samples"
      note="A set of fabrics, cut from the garments’ bolts and posted as a letter. The price has the postage in it, to every country you deliver to."
    >
      <SettingForm form={form} label="Fabric samples" describe={samplesEffect} noValidate>
        <SettingCheck checked={form.value.offered} onChange={(offered) => form.type({ ...form.value, offered })}>
          Send fabric samples
        </SettingCheck>
        <Field
          label="Price of a set, in pounds"
          name="samples"
          inputMode="decimal"
          required
          value={form.value.price}
          onChange={({ target }) => form.type({ ...form.value, price: target.value })}
          error={problemAt('pricePence')}
          className="max-w-[16rem]"
        />
        <Field
          label="Most fabrics in a set"
          name="samples-most"
          inputMode="numeric"
          value={form.value.most}
          onChange={({ target }) => form.type({ ...form.value, most: target.value })}
          error={problemAt('most')}
          className="max-w-[16rem]"
        />
        <Field
          label="Posted within, in working days"
          name="samples-days"
          inputMode="numeric"
          value={form.value.days}
          onChange={({ target }) => form.type({ ...form.value, days: target.value })}
          error={problemAt('dispatchDays')}
          className="max-w-[16rem]"
        />
        <SettingEffect>{samplesEffect(form.value)}</SettingEffect>
      </SettingForm>
    </AccountSection>
  )
}

function typedSamples({ offered, pricePence, most, dispatchDays }: SamplesSetting): TypedSamples {
  return { offered, price: formatPence(pence(pricePence)).slice(1), most: String(most), days: String(dispatchDays) }
}

/** What cannot be read stays text, which the server refuses with a message for the field. */
function samplesOf({ offered, price, most, days }: TypedSamples) {
  const count = (text: string) => (/^\s*\d+\s*$/.test(text) ? Number(text) : text)
  return { offered, pricePence: parseTyped(price) ?? price, most: count(most), dispatchDays: count(days) }
}

function samplesEffect(typed: TypedSamples): string {
  const { offered } = typed
  const read = SamplesSchema.safeParse(samplesOf(typed))
  if (!read.success) return 'Please check the price and the numbers above.'
  if (!offered) return 'The page of samples says that you send none just now, and garments do not mention them.'
  const { pricePence, most, dispatchDays } = read.data
  return pricePence === 0
    ? 'Customers order a set for nothing. They still give their address on the payment page, without a card.'
    : `Customers pay ${formatPence(pence(pricePence))} for a set of up to ${most}, posted within ${workingDays(dispatchDays)}. Sets in carts show a new price before they are paid.`
}

type TypedRetention = Record<keyof Retention, string>

const fields: { name: keyof Retention; label: string }[] = [
  { name: 'checkoutDays', label: 'Checkouts that were never paid, in days' },
  { name: 'emailMonths', label: 'Who got which e-mail, in months' },
  { name: 'changeYears', label: 'Who changed products, settings and codes, in years' },
]

/** How long the shop keeps what no law decides. */
function RetentionSection({ settings, save }: SectionProps) {
  const form = useSettingForm(
    typedRetention(settings.retention.value),
    (typed) => save('retention', retentionOf(typed)),
    { name: 'retention', version: settings.retention.version },
  )
  return (
    <AccountSection
      id="retention"
      title="How long data is kept"
      note="Orders, refunds and payments keep their customer for six years after the end of the tax year, as tax law requires. These three are yours to choose. A longer time is only worth it if you use what you keep."
    >
      <SettingForm form={form} label="How long data is kept" describe={retentionEffect} noValidate>
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
        <SettingEffect>{retentionEffect(form.value)}</SettingEffect>
      </SettingForm>
    </AccountSection>
  )
}

function typedRetention(kept: Retention): TypedRetention {
  return {
    checkoutDays: String(kept.checkoutDays),
    emailMonths: String(kept.emailMonths),
    changeYears: String(kept.changeYears),
  }
}

function retentionOf(typed: TypedRetention): Retention {
  const [checkoutDays, emailMonths, changeYears] = fields.map(({ name }) => Number(typed[name] || Number.NaN))
  return { checkoutDays, emailMonths, changeYears } as Retention
}

/** The field that the server's message is about: the first that is wrong. */
function wrongField(typed: TypedRetention): keyof Retention {
  const read = settingSchemas.retention.safeParse(retentionOf(typed))
  return (read.error?.issues[0]?.path[0] as keyof Retention | undefined) ?? 'checkoutDays'
}

function retentionEffect(typed: TypedRetention): string {
  const read = settingSchemas.retention.safeParse(retentionOf(typed))
  if (!read.success) return read.error.issues[0]?.message ?? 'Please enter whole numbers.'
  const { checkoutDays, emailMonths, changeYears } = read.data
  const years = changeYears === 1 ? 'one year' : `${changeYears} years`
  return `Once a day, older data is deleted: checkouts that were never paid after ${checkoutDays} days, the recipients of e-mails after ${emailMonths} months, and the log of your changes after ${years}. It can’t be brought back.`
}
