import { useMutation } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { OrderButtons, SortableList, useSortableEntry } from '#admin/sortable-list.tsx'
import {
  useGarmentSettings,
  useReadGarmentSettings,
  useSaveGarmentSetting,
} from '#features/settings/admin/settings-queries.ts'
import { maxKindName, type ShopKind, type TypedKind } from '#features/settings/kinds.ts'
import { toRequestError } from '#platform/client/functions.ts'
import { Button } from '#ui/button.tsx'
import { CheckField } from '#ui/choice-field.tsx'
import { Field } from '#ui/field.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { toast } from '#ui/toast.ts'
import { moved } from '../shelf.ts'

/** The kinds of garments: the owner adds, renames, orders and removes them; each change is saved at once, with Undo. */
export function KindsSection() {
  const { kinds, save, busy } = useKinds()
  const [open, setOpen] = useState<string | null>(null)
  if (!kinds) return null
  const keys = kinds.map(({ id }) => id)
  function move(id: string, to: number) {
    const name = kinds?.find((kind) => kind.id === id)?.plural
    void save((now) => moveKind(now, id, to), `${name} is number ${to + 1}.`)
  }
  /** Closes the form once its kind is saved: what was typed stays where it is refused. */
  async function keep(change: Change, said: string) {
    if (await save(change, said)) setOpen(null)
  }
  return (
    <section aria-labelledby="kinds" className="mt-10 max-w-[44rem]">
      <h2 id="kinds" tabIndex={-1} className="text-title leading-tight outline-none">
        Kinds
      </h2>
      <p className="mt-2 text-ink-soft">
        The shop lists its garments by these, in this order. A garment may be of several: tick them in its form. A kind
        without an active garment isn’t shown. Links to a renamed kind keep working.
      </p>
      <SortableList keys={keys} label="Kinds in order" noun="kind" onMove={move} className="mt-3 border-line border-t">
        {kinds.map((kind, place) => (
          <KindEntry
            key={kind.id}
            kind={kind}
            place={place}
            count={kinds.length}
            isOpen={open === kind.id}
            onOpen={(isOpen) => setOpen(isOpen ? kind.id : null)}
            onMove={(to) => move(kind.id, to)}
            onRename={(named) =>
              void keep(
                (now) => now.map((each) => (each.id === kind.id ? { ...each, ...named } : each)),
                kind.plural === named.plural ? `${kind.plural} is changed.` : `${kind.plural} is now ${named.plural}.`,
              )
            }
            onRemove={() => void save((now) => now.filter(({ id }) => id !== kind.id), `${kind.plural} is gone.`)}
          />
        ))}
      </SortableList>
      {open === '' ? (
        <KindForm
          kind={{ name: '', plural: '', hasHem: true }}
          label="Add"
          busy={busy}
          onCancel={() => setOpen(null)}
          onSave={(named) =>
            void keep(
              (now) => [...now, { id: '', ...named }],
              `${named.plural} is a kind now. Tick it in a garment’s form.`,
            )
          }
        />
      ) : (
        <Button tone="line" onClick={() => setOpen('')} className="mt-4">
          Add a kind
        </Button>
      )}
    </section>
  )
}

type KindEntryProps = {
  kind: ShopKind
  place: number
  count: number
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
  onMove: (to: number) => void
  onRename: (named: Named) => void
  onRemove: () => void
}

function KindEntry({ kind, place, count, isOpen, onOpen, onMove, onRename, onRemove }: KindEntryProps) {
  const { ref, style, isDragging, handle } = useSortableEntry(kind.id)
  return (
    <li
      ref={ref}
      style={style}
      className={`border-line border-b ${isDragging ? 'relative z-10 bg-paper shadow-lift' : ''}`}
    >
      <div className="flex items-center gap-x-2">
        <span className="wrap-any min-w-0 flex-1">{kind.plural}</span>
        <TextButton onClick={() => onOpen(!isOpen)} aria-expanded={isOpen} aria-label={`Change ${kind.plural}`}>
          Change
        </TextButton>
        <OrderButtons name={kind.plural} place={place} count={count} handle={handle} onMove={onMove} />
        <IconButton label={`Remove ${kind.plural}`} tip="Remove" onClick={onRemove} className="-mr-3">
          <Trash2 aria-hidden="true" strokeWidth={1.25} className="size-5" />
        </IconButton>
      </div>
      {isOpen && <KindForm kind={kind} label="Save" busy={false} onCancel={() => onOpen(false)} onSave={onRename} />}
    </li>
  )
}

type Named = Pick<ShopKind, 'name' | 'plural' | 'hasHem'>

type KindFormProps = {
  kind: Named
  label: string
  busy: boolean
  onSave: (named: Named) => void
  onCancel: () => void
}

function KindForm({ kind, label, busy, onSave, onCancel }: KindFormProps) {
  const [name, setName] = useState(kind.name)
  const [plural, setPlural] = useState(kind.plural)
  const [hasHem, setHasHem] = useState(kind.hasHem)
  function submit(event: FormEvent) {
    event.preventDefault()
    if (!busy && name.trim() && plural.trim()) onSave({ name: name.trim(), plural: plural.trim(), hasHem })
  }
  return (
    <form onSubmit={submit} className="grid gap-x-6 gap-y-4 py-4 sm:grid-cols-2">
      <Field
        label="For several"
        placeholder="Evening dresses"
        required
        maxLength={maxKindName}
        value={plural}
        onChange={({ target }) => setPlural(target.value)}
        autoComplete="off"
      />
      <Field
        label="For one"
        placeholder="Evening dress"
        required
        maxLength={maxKindName}
        value={name}
        onChange={({ target }) => setName(target.value)}
        autoComplete="off"
      />
      <div className="sm:col-span-2">
        <CheckField
          label="Hemmed for the customer’s height: their pages ask for it"
          name="has-hem"
          checked={hasHem}
          onChange={setHasHem}
        />
      </div>
      <div className="flex flex-wrap items-center gap-x-6 sm:col-span-2">
        <Button type="submit" tone="line">
          {label}
        </Button>
        <TextButton onClick={onCancel}>Cancel</TextButton>
      </div>
    </form>
  )
}

/** Of the kinds as they are when it is saved: a press during another save counts too. */
type Change = (kinds: readonly ShopKind[]) => TypedKind[]

function moveKind(kinds: readonly ShopKind[], id: string, to: number): ShopKind[] {
  const ids = moved(
    kinds.map((kind) => kind.id),
    id,
    to,
  )
  return ids.flatMap((each) => kinds.find((kind) => kind.id === each) ?? [])
}

function useKinds() {
  const { data } = useGarmentSettings()
  const readSettings = useReadGarmentSettings()
  const saveSetting = useSaveGarmentSetting()
  const { mutateAsync, isPending } = useMutation({
    // One at a time.
    scope: { id: 'kinds' },
    mutationFn: ({ change, said }: { change: Change; said: string | null }) => {
      const before = readSettings()?.kinds.value ?? []
      return saveSetting('kinds', change(before), {
        title: said === null ? 'Undone' : 'Saved',
        description: said ?? 'The kinds are as they were.',
        ...(said !== null && { action: { label: 'Undo', onPress: () => void save(() => [...before], null) } }),
      })
    },
    onError: (error) => {
      const { message } = toRequestError(error)
      void toast({ title: 'Not saved', description: message, tone: 'error', about: 'setting-kinds' })
    },
  })
  /** Whether the change was saved. */
  const save = (change: Change, said: string | null) =>
    mutateAsync({ change, said }).then(
      () => true,
      () => false,
    )
  return { kinds: data?.kinds.value ?? null, busy: isPending, save }
}
