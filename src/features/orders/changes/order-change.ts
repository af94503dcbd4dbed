/** The columns of an order that may be changed after the sale. */
export const orderFields = [
  'customer_name',
  'customer_email',
  'customer_phone',
  'shipping_address',
  'shipping_city',
  'shipping_postcode',
  'shipping_country',
  'gift_note',
  'notes',
] as const
export type OrderField = (typeof orderFields)[number]

/** They are one address: a change of one records all four. */
export const addressFields = [
  'shipping_address',
  'shipping_city',
  'shipping_postcode',
  'shipping_country',
] as const satisfies readonly OrderField[]

export type OrderFields = Record<OrderField, string | null>

/** A line as far as it may be changed. `height`: whole centimetres; null: not given. */
export type EditableLine = {
  position: number
  productId: string
  name: string
  size: string
  height: number | null
  /** Of the shoes it is hemmed for, in whole centimetres; null: flat, or no height. */
  heel: number | null
  quantity: number
  cancelled: number
  /** The day it was promised for, 'YYYY-MM-DD'. */
  dispatchBy: string
}

/**
 * A changed value of an order, or of the line at `position`. Both are as stored: sizes with a hyphen, heights in cm.
 */
export type Change =
  | { field: OrderField; before: string | null; after: string | null }
  // The account the order belonged to, where a changed address ended that.
  | { field: 'account'; before: string | null; after: string | null }
  // The delivery service, where the order moved to another zone; null where the zone has none.
  | { field: 'service'; before: string | null; after: string | null }
  // The dispatch day, 'YYYY-MM-DD': it follows from cancelled garments, or the owner chose an earlier one.
  | { field: 'dispatch_by'; before: string; after: string }
  | ({ position: number; garment: string } & (
      | { field: 'size'; before: string; after: string }
      | { field: 'height'; before: number | null; after: number | null }
      | { field: 'heel'; before: number | null; after: number | null }
      // Pieces, of all that were sold.
      | { field: 'cancelled'; before: number; after: number }
    ))

type WantedFields = { [Field in OrderField]?: string | null | undefined }

/** The changes a caller requests; fields that are left out stay. */
export type WantedChange = {
  fields: WantedFields
  lines: readonly {
    position: number
    size?: string | undefined
    height?: number | null | undefined
    /** 0 and null: flat shoes. */
    heel?: number | null | undefined
    /** Pieces that are cancelled, of all that were sold. */
    cancelled?: number | undefined
  }[]
}

/** The requested values that differ from the present ones; empty where none does. Unknown positions are left out. */
export function listChanges(
  { fields, lines }: { fields: OrderFields; lines: readonly EditableLine[] },
  wanted: WantedChange,
): Change[] {
  return [...listFieldChanges(fields, wanted.fields), ...listLineChanges(lines, wanted.lines)]
}

function listFieldChanges(fields: OrderFields, wanted: WantedFields): Change[] {
  const wantedOf = (field: OrderField) => wanted[field] ?? (wanted[field] === null ? null : fields[field])
  const isChanged = (field: OrderField) => wantedOf(field) !== fields[field]
  const movesHouse = addressFields.some(isChanged)
  const isPartOfMove = (field: OrderField) => movesHouse && addressFields.some((each) => each === field)
  return orderFields
    .filter((field) => isChanged(field) || isPartOfMove(field))
    .map((field) => ({
      field,
      before: fields[field],
      after: wantedOf(field),
    }))
}

function listLineChanges(lines: readonly EditableLine[], wanted: WantedChange['lines']): Change[] {
  return wanted.flatMap(({ position, size, height, heel, cancelled }): Change[] => {
    const line = lines.find((each) => each.position === position)
    if (!line) return []
    const place = { position, garment: line.name }
    // Without a height there are no shoes.
    const isHemmed = (height === undefined ? line.height : height) !== null
    const heelAfter = isHemmed ? (heel === undefined ? line.heel : heel || null) : null
    return [
      ...(size === undefined || size === line.size
        ? []
        : [{ ...place, field: 'size', before: line.size, after: size } as const]),
      ...(height === undefined || height === line.height
        ? []
        : [{ ...place, field: 'height', before: line.height, after: height } as const]),
      ...(heelAfter === line.heel ? [] : [{ ...place, field: 'heel', before: line.heel, after: heelAfter } as const]),
      ...(cancelled === undefined || cancelled === line.cancelled
        ? []
        : [{ ...place, field: 'cancelled', before: line.cancelled, after: cancelled } as const]),
    ]
  })
}

/** What an order has at present. */
type OrderNow = {
  fields: OrderFields
  lines: readonly EditableLine[]
  service?: string | null
  dispatchBy?: string
}

/** Whether the order has all these changes at present, so that undoing them overwrites nothing newer. */
export function isCurrent(
  { fields, lines, service = null, dispatchBy }: OrderNow,
  changes: readonly Change[],
): boolean {
  return changes.every((change) => {
    if (change.field === 'account') return true
    if (change.field === 'service') return service === change.after
    if (change.field === 'dispatch_by') return followsFromLines(changes) || dispatchBy === change.after
    if (!('position' in change)) return fields[change.field] === change.after
    const line = lines.find(({ position }) => position === change.position)
    return line?.[change.field] === change.after
  })
}

/** Whether a new dispatch day among these changes comes from cancelled or restored garments. */
export function followsFromLines(changes: readonly Change[]): boolean {
  return changes.some(({ field }) => field === 'cancelled')
}

/** The change that restores the values before. */
export function reverseOf(changes: readonly Change[]): WantedChange {
  const fields: WantedFields = {}
  const lines = new Map<number, WantedChange['lines'][number]>()
  for (const change of changes) {
    if ('position' in change) {
      const { position, field, before } = change
      lines.set(position, { ...lines.get(position), position, [field]: before })
    } else if (change.field !== 'account' && change.field !== 'service' && change.field !== 'dispatch_by')
      fields[change.field] = change.before
  }
  return { fields, lines: [...lines.values()] }
}
