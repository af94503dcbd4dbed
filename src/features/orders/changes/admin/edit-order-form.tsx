import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { ConflictNotice, focusConflict, listDifferences } from '#admin/conflict-notice.tsx'
import { DraftOffer, draftTime } from '#admin/draft-offer.tsx'
import { useStaff } from '#admin/staff.ts'
import { readDraft, useDraft } from '#admin/use-draft.ts'
import { wrongHeight } from '#features/catalogue/sizes/typed-height.ts'
import { serverNow } from '#platform/client/backend-client.ts'
import { call, read, toRequestError } from '#platform/client/functions.ts'
import { fieldErrors } from '#platform/client/send-form.ts'
import type { BodyOf } from '#platform/http/contract.ts'
import { readTypedEmail } from '#platform/text/typed-text.ts'
import { CheckField } from '#ui/choice-field.tsx'
import { focusNow } from '#ui/focus-now.ts'
import { FormActions } from '#ui/form-actions.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { toast } from '#ui/toast.ts'
import type { OrderDetails } from '../../admin/order.ts'
import { orderKeys } from '../../admin/order-queries.ts'
import { undoMs } from '../../admin/status/use-status-changes.ts'
import { bodyOf, conflictFields, EditFields, type EditValues, formField, valuesOf } from './edit-fields.tsx'

const draftName = 'order-details'

type EditOrderFormProps = { details: OrderDetails; onSaved: () => Promise<void>; onClose: () => void }

/**
 * Edits what was ordered and where it goes, at any time. A save that is based on an older version shows both versions.
 */
function EditOrderForm({ details, onSaved, onClose }: EditOrderFormProps) {
  const [base, setBase] = useState(details)
  const [theirs, setTheirs] = useState<OrderDetails | null>(null)
  const [tellsCustomer, setTellsCustomer] = useState(true)
  const [linksAccount, setLinksAccount] = useState(true)
  const { order_number: number, id } = details.order
  const undo = useUndo(number)
  const initial = valuesOf(base)
  const form = useForm<EditValues>({ defaultValues: initial })
  const typed = form.watch()
  const draft = useDraft<EditValues>({
    form: draftName,
    rowId: number,
    version: String(base.order.version),
    value: typed,
    initial,
    onContinue: (stored) => form.reset(stored, { keepDefaultValues: true }),
  })
  const isOtherEmail = readTypedEmail(typed.customer_email).toLowerCase() !== initial.customer_email.toLowerCase()

  const saving = useMutation({
    mutationFn: (body: BodyOf<'edit-order'>) => call('edit-order', body),
  })

  /** Saves what was typed since `initial`, for the version `on` of the order. */
  async function save(on: OrderDetails, values: EditValues): Promise<void> {
    const edit = bodyOf(on, { base: initial, typed: values })
    if ('wrong' in edit) {
      form.setError(edit.wrong, { message: wrongHeight }, { shouldFocus: true })
      return
    }
    const tells = { tell_customer: tellsCustomer, link_account: isOtherEmail && linksAccount }
    try {
      const { edit_id: editId } = await saving.mutateAsync({
        order_number: number,
        version: on.order.version,
        ...edit.body,
        ...tells,
      })
      await done(editId)
    } catch (thrown) {
      await failed(thrown)
    }
  }

  async function done(editId: string | null) {
    draft.clear()
    await onSaved()
    onClose()
    if (!editId) return
    void toast({
      title: 'Order changed',
      description: tellsCustomer ? 'The customer gets an e-mail in a minute.' : 'The customer isn’t e-mailed.',
      tone: 'success',
      about: `order-${number}`,
      lastsMs: undoMs,
      action: {
        label: 'Undo',
        onPress: () =>
          void undo(editId)
            .then(onSaved)
            .catch((thrown: unknown) =>
              toast({
                title: 'Not undone',
                description: toRequestError(thrown).message,
                tone: 'error',
                about: `order-${number}`,
              }),
            ),
      },
    })
  }

  async function failed(thrown: unknown) {
    const { code, message, details: about } = toRequestError(thrown)
    if (code === 'conflict') {
      const now = await read('order-details', { order_number: number }).catch(() => null)
      if (now) return setTheirs(now)
    }
    const errors = fieldErrors(about).map(
      ({ path, message: words }) => [formField(path) as keyof EditValues, words] as const,
    )
    const shown = errors.filter(([field]) => field in typed)
    for (const [field, words] of shown) form.setError(field, { message: words })
    const [first] = shown
    if (first) form.setFocus(first[0])
    else form.setError('root', { message })
  }

  function resolve(mine: boolean) {
    if (!theirs) return
    const next = mine ? { ...base, order: { ...base.order, version: theirs.order.version } } : theirs
    setBase(next)
    setTheirs(null)
    if (mine) void save(next, typed)
    else form.reset(valuesOf(theirs))
  }

  const submit = form.handleSubmit((values, event) => {
    if (theirs) return focusConflict(event?.target)
    if (!saving.isPending) return save(base, values)
  })

  return (
    <form
      noValidate
      onSubmit={submit}
      aria-labelledby="edit-order"
      className="grid gap-y-7 border-line border-t pt-4 md:col-span-2"
    >
      <h3 id="edit-order" ref={focusNow} tabIndex={-1} className="text-name leading-tight outline-none">
        Edit the order
      </h3>
      <DraftOffer draft={draft} />
      {theirs && (
        <ConflictNotice
          row={{ table: 'pre_orders', id }}
          differences={listDifferences(conflictFields(theirs), {
            base: initial,
            mine: typed,
            theirs: valuesOf(theirs),
          })}
          onKeepMine={() => resolve(true)}
          onTakeTheirs={() => resolve(false)}
        >
          This is order {number}. “Keep my changes” saves at once.
        </ConflictNotice>
      )}
      <EditFields form={form} details={details} />
      <div>
        <CheckField
          label="E-mail the customer about it"
          name="tell"
          checked={tellsCustomer}
          onChange={setTellsCustomer}
        />
        {isOtherEmail && (
          <CheckField
            label="Show the order in the account of the new e-mail address, if there is one"
            name="link"
            checked={linksAccount}
            onChange={setLinksAccount}
          />
        )}
        {isOtherEmail && initial.customer_email !== '' && (
          <p className="pt-1 text-ink-soft text-small">
            The links sent to {initial.customer_email} will no longer open this order. The next e-mail has a new link.
          </p>
        )}
      </div>
      <p role="alert" className="border-mulberry border-l-2 pl-4 text-mulberry empty:hidden">
        {form.formState.errors.root?.message}
      </p>
      <FormActions
        label="Save changes"
        busyLabel="Saving…"
        busy={saving.isPending}
        onCancel={() => {
          draft.clear()
          onClose()
        }}
      />
    </form>
  )
}

/** The button that opens the form for an order's details, and an unsaved draft of it. An unpaid order has none. */
export function EditOrder({ details, onSaved }: { details: OrderDetails; onSaved: () => Promise<void> }) {
  const [isOpen, setOpen] = useState(false)
  const [wasOpen, setWasOpen] = useState(false)
  const { id: userId } = useStaff()
  const { order_view, order_number: rowId } = details.order
  if (order_view === 'unpaid') return null
  if (!isOpen) {
    const draft = readDraft({ userId, form: draftName, rowId })
    return (
      <div className="md:col-span-2">
        {draft && (
          <p role="status" className="flex flex-wrap items-center gap-x-4 border-mulberry border-l-2 pl-5">
            You have an unsaved draft of this order’s details from {draftTime(draft.savedAt, serverNow())}.
            <TextButton onClick={() => setOpen(true)}>Open it</TextButton>
          </p>
        )}
        <TextButton ref={wasOpen ? focusNow : undefined} onClick={() => setOpen(true)}>
          Edit size, address and other details
        </TextButton>
      </div>
    )
  }
  return (
    <EditOrderForm
      details={details}
      onSaved={onSaved}
      onClose={() => {
        setWasOpen(true)
        setOpen(false)
      }}
    />
  )
}

/** Takes a change back and reads all that shows the order again. Throws a `RequestError`. */
export function useUndo(orderNumber: string): (editId: string) => Promise<void> {
  const client = useQueryClient()
  return async (editId) => {
    try {
      await call('undo-order-edit', { order_number: orderNumber, edit_id: editId })
    } finally {
      await client.invalidateQueries({ queryKey: orderKeys.all })
    }
  }
}
