import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { loadBackend } from '#platform/client/backend-client.ts'
import { dataOf, read } from '#platform/client/functions.ts'
import type { DiscountRevenue } from '../discount-revenue.contract.ts'
import { columns, type DiscountCode } from './discount-code.ts'
import type { CodeChange } from './discount-form.schema.ts'

/** GET discount-takings takes at most 100 codes. */
const pageLength = 100

const discountsKey = ['discounts'] as const

/**
 * The codes read so far, those switched on first. `now`: the shop's clock, ISO. `takings` lacks what could not be read.
 */
export type DiscountList = DiscountRevenue & { codes: DiscountCode[] }

/** The list of codes, 100 more for each `fetchNextPage`. */
export function useDiscounts() {
  return useInfiniteQuery({
    queryKey: discountsKey,
    initialPageParam: 0,
    queryFn: ({ pageParam }) => readPage(pageParam),
    getNextPageParam: ({ hasMore }, pages) => (hasMore ? pages.length * pageLength : undefined),
    select: ({ pages }): DiscountList => ({
      codes: pages.flatMap(({ codes }) => codes),
      takings: Object.assign({}, ...pages.map(({ takings }) => takings)),
      now: pages.at(-1)?.now ?? new Date().toISOString(),
    }),
  })
}

async function readPage(first: number): Promise<DiscountList & { hasMore: boolean }> {
  const rows: DiscountCode[] = dataOf(
    await (await loadBackend())
      .from('discount_codes')
      .select(columns)
      .order('active', { ascending: false })
      .order('created_at', { ascending: false })
      .order('code')
      // One more than a page shows whether there are more.
      .range(first, first + pageLength)
      .overrideTypes<DiscountCode[], { merge: false }>(),
  )
  const codes = rows.slice(0, pageLength)
  const names = codes.map(({ code }) => code).join(',')
  const takings = await read('discount-takings', { codes: names }).catch(() => null)
  return {
    codes,
    takings: takings?.takings ?? {},
    now: takings?.now ?? new Date().toISOString(),
    hasMore: rows.length > pageLength,
  }
}

/** A code was changed or deleted by someone else; nothing was saved. `current`: the code now, null where it is gone. */
export class DiscountConflict extends Error {
  readonly current: DiscountCode | null
  constructor(current: DiscountCode | null) {
    super('Someone else saved this code first')
    this.current = current
  }
}

/** Adds a code (`before` null) or changes one. Throws `DiscountConflict` or `RequestError`; so do the next two. */
export function useSaveDiscount() {
  return useDiscountMutation(async ({ before, code, change }: SaveDiscount) => {
    if (before) return changeDiscount(before, change)
    const backend = await loadBackend()
    const query = backend.from('discount_codes').insert({ code, ...change })
    return dataOf(await query.select(columns).overrideTypes<DiscountCode[], { merge: false }>())[0] as DiscountCode
  })
}

type SaveDiscount = { before: DiscountCode | null; code: string; change: CodeChange }

export function useSwitchDiscount() {
  return useDiscountMutation(({ code, active }: { code: DiscountCode; active: boolean }) =>
    changeDiscount(code, { active }),
  )
}

export function useDeleteDiscount() {
  return useDiscountMutation(async ({ code, version, id }: DiscountCode) => {
    const backend = await loadBackend()
    const query = backend.from('discount_codes').delete().eq('code', code).eq('version', version).eq('id', id)
    if (dataOf(await query.select('code')).length === 0) throw new DiscountConflict(await findDiscount(code))
  })
}

/** Also after a failure the list is read again: it shows what someone else has changed. */
function useDiscountMutation<Input, Result>(mutationFn: (input: Input) => Promise<Result>) {
  const client = useQueryClient()
  return useMutation({ mutationFn, onSettled: () => client.invalidateQueries({ queryKey: discountsKey }) })
}

/** Changes a code if it still has the version that was read. */
async function changeDiscount(before: DiscountCode, change: Partial<CodeChange>): Promise<DiscountCode> {
  const { code, version, id } = before
  const backend = await loadBackend()
  const query = backend.from('discount_codes').update(change).eq('code', code).eq('version', version).eq('id', id)
  const rows = dataOf(await query.select(columns).overrideTypes<DiscountCode[], { merge: false }>())
  if (!rows[0]) throw new DiscountConflict(await findDiscount(code))
  return rows[0]
}

async function findDiscount(code: string): Promise<DiscountCode | null> {
  const query = (await loadBackend()).from('discount_codes').select(columns).eq('code', code)
  return dataOf(await query.overrideTypes<DiscountCode[], { merge: false }>())[0] ?? null
}
