import { heightBounds, printedSize } from '#features/catalogue/sizes/size.ts'
import { parseHeight } from '#features/catalogue/sizes/typed-height.ts'
import { Field } from '#ui/field.tsx'
import { usePlainForm } from '#ui/form/use-plain-form.ts'
import { SelectField } from '#ui/select-field.tsx'
import type { MyLine } from '../account/my-orders.ts'
import { ChangeBox, type ChangeFormProps } from './change-box.tsx'
import { sendLine } from './change-requests.ts'

/** Changes the size of one garment, and the height it is hemmed for, where it has a hem. */
export function ChangeLineForm({
  token,
  line,
  sizes,
  isHemmed,
  onDone,
  onLeave,
  onStale,
}: ChangeFormProps & { line: MyLine; sizes: string[]; isHemmed: boolean }) {
  const form = usePlainForm<'size' | 'height'>(async ({ size, height: typed = '' }) => {
    const height = typed.trim() === '' ? null : parseHeight(typed)
    if (typed.trim() !== '' && height === null) {
      return { height: `Please enter a height from ${heightBounds.join(' to ')} cm, such as 168 or 5 ft 6.` }
    }
    if (size === line.size && height === line.heightCm) return leave()
    const { wrong, isStale } = await sendLine(token, { position: line.position, size, height })
    if (isStale) await onStale()
    if (!wrong) await onDone('Your change is saved.')
    return wrong
  })
  const pieces = line.quantity - line.cancelled

  function leave() {
    onLeave()
    return null
  }

  return (
    <ChangeBox
      form={form}
      title={line.name}
      lead={pieces > 1 ? `For all ${pieces} pieces.` : undefined}
      send="Save"
      onLeave={onLeave}
    >
      <SelectField
        label="Size"
        name="size"
        defaultValue={line.size}
        choices={sizes.map((size) => ({ id: size, name: printedSize(size) }))}
        prompt={null}
        error={form.errors.size}
      />
      {isHemmed && (
        <Field
          label="Height (hemmed free)"
          name="height"
          defaultValue={line.heightCm ? `${line.heightCm} cm` : ''}
          placeholder="168 cm or 5 ft 6"
          hint="Leave it blank for the length on the garment’s page."
          maxLength={20}
          autoComplete="off"
          error={form.errors.height}
        />
      )}
    </ChangeBox>
  )
}
