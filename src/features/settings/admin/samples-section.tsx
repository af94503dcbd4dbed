import { DraftOffer } from '#admin/draft-offer.tsx'
import { formatPence, parsePounds, pence } from '#base/money.ts'
import { shop } from '#shop'
import { AccountSection } from '#ui/account-section.tsx'
import { Field } from '#ui/field.tsx'
import { maxSamplesPence, type SettingValue, settingSchemas } from '../shop-settings.ts'
import { SaveButton, SettingConflict, SettingEffect, useSettingForm } from './setting-form.tsx'
import type { Settings } from './settings.contract.ts'
import type { SaveSetting } from './settings-queries.ts'

type Typed = { offered: boolean; price: string }

/** Whether the shop sends fabric samples, and the price of a set. */
export function SamplesSection({ settings, save }: { settings: Settings; save: SaveSetting }) {
  const held = asTyped(settings.samples.value)
  const form = useSettingForm(held, (typed) => save('samples', asValue(typed)), {
    name: 'samples',
    version: settings.samples.version,
  })
  return (
    <AccountSection
      id="samples"
      title="Fabric samples"
      note={`A set of up to ${shop.samples.most} fabrics, cut from the garments’ bolts and posted as a letter within ${shop.samples.dispatchDays} working days. The price has the postage in it, to every country you deliver to.`}
    >
      <form onSubmit={form.submit} className="grid gap-y-6" noValidate>
        <DraftOffer draft={form.draft} />
        <label className="flex min-h-11 cursor-pointer items-center gap-x-4">
          <input
            type="checkbox"
            checked={form.value.offered}
            onChange={({ target }) => form.type({ ...form.value, offered: target.checked })}
            className="size-5 accent-mulberry"
          />
          Send fabric samples
        </label>
        <Field
          label="Price of a set, in pounds"
          name="samples"
          inputMode="decimal"
          required
          value={form.value.price}
          onChange={({ target }) => form.type({ ...form.value, price: target.value })}
          error={form.problem}
          className="max-w-[16rem]"
        />
        <SettingEffect>{effectOf(form.value)}</SettingEffect>
        <SettingConflict form={form} name="samples" label="Fabric samples" describe={effectOf} />
        <SaveButton {...form} />
      </form>
    </AccountSection>
  )
}

function asTyped({ offered, pricePence }: SettingValue<'samples'>): Typed {
  return { offered, price: formatPence(pence(pricePence)).slice(1) }
}

/** A price that cannot be read stays text, which the server refuses with a message for the field. */
function asValue({ offered, price }: Typed) {
  return { offered, pricePence: parsePounds(price.trim().replace(/^£\s*/, '')) ?? price }
}

function effectOf(typed: Typed): string {
  const { offered } = typed
  const read = settingSchemas.samples.safeParse(asValue(typed))
  if (!read.success) return `Please give 0, or a price from £0.30 to ${formatPence(pence(maxSamplesPence))}.`
  if (!offered) return 'The page of samples says that you send none just now, and garments do not mention them.'
  const { pricePence } = read.data
  return pricePence === 0
    ? 'Customers order a set for nothing. They still give their address on the payment page, without a card.'
    : `Customers pay ${formatPence(pence(pricePence))} for a set. Sets in carts show a new price before they are paid.`
}
