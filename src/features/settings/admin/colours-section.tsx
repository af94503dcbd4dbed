import type { Family } from '#shop-colours'
import { AccountSection } from '#ui/account-section.tsx'
import { Field, FieldFrame, inputLook } from '#ui/field.tsx'
import { ColoursSchema, maxFamilies, maxFamilyName, maxShades } from '../colours.ts'
import { SettingForm, useSettingForm } from './setting-form.tsx'
import { RowButtons, SettingRows } from './setting-rows.tsx'
import type { SectionProps } from './settings-queries.ts'

/** The families of colours by which customers choose. */
export function ColoursSection({ settings, save }: SectionProps) {
  const form = useSettingForm<Family[]>(settings.colours.value, (families) => save('colours', families), {
    name: 'colours',
    version: settings.colours.version,
  })
  return (
    <AccountSection
      id="colours"
      title="Families of colours"
      note="The shop page’s filter has these, in this order, where garments have them. A garment’s colour finds its family by these words; in its form you can choose another. Colours without a family are “Other”."
    >
      <SettingForm form={form} label="Families of colours" describe={describe} noValidate>
        <SettingRows
          form={form}
          check={ColoursSchema.safeParse}
          label="Families in order"
          noun="family"
          blank={{ id: '', name: '', swatch: '#8b8b8a', shades: '' }}
          most={maxFamilies}
          className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-3 py-4"
        >
          {(family, row) => (
            <>
              <input
                type="color"
                name="colour-swatch"
                aria-label={`Colour of ${row.called} in the filter`}
                value={family.swatch}
                onChange={({ target }) => row.change({ swatch: target.value })}
                className="mt-5 size-11 cursor-pointer bg-transparent"
              />
              <Field
                label="Family"
                name="colour-name"
                value={family.name}
                maxLength={maxFamilyName}
                onChange={({ target }) => row.change({ name: target.value })}
                error={row.problemOf('name')}
                autoComplete="off"
              />
              <FieldFrame
                label={
                  <>
                    Words<span className="sr-only"> of {row.called}</span>
                  </>
                }
                error={row.problemOf('shades')}
                className="col-span-2"
              >
                {(bound) => (
                  <textarea
                    {...bound}
                    name="colour-shades"
                    rows={2}
                    value={family.shades}
                    maxLength={maxShades}
                    onChange={({ target }) => row.change({ shades: target.value })}
                    className={`field-sizing-content mt-1 resize-y ${inputLook}`}
                  />
                )}
              </FieldFrame>
              <RowButtons row={row} />
            </>
          )}
        </SettingRows>
      </SettingForm>
    </AccountSection>
  )
}

function describe(families: readonly Family[]): string {
  return families.map(({ name, swatch, shades }) => `${name} (${swatch}): ${shades}`).join('\n')
}
