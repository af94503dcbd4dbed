import { loadBackend } from '#platform/client/backend-client.ts'
import { type CodeChange, type CodeErrors, errorsOf } from './code-form-values.ts'
import { columns, type DiscountCode } from './discount-code.ts'

/**
 * What became of a change. `stale`: somebody else was there first, and nothing was changed; `now` is what holds, null
 * where the code is gone. `wrong`: what the database refused, by field. Else `problem` says what stood in the way.
 */
export type Saved =
  | { code: DiscountCode; stale?: undefined; wrong?: undefined; problem?: undefined }
  | { stale: { now: DiscountCode | null }; wrong?: undefined; problem?: undefined }
  | { wrong: CodeErrors; stale?: undefined; problem?: undefined }
  | { problem: string; stale?: undefined; wrong?: undefined }

type Refused = { code?: string; message?: string }

/** Makes a code. Never throws. */
export function addCode(code: string, change: CodeChange): Promise<Saved> {
  return tried(async () => {
    const backend = await loadBackend()
    const { data, error } = await backend
      .from('discount_codes')
      .insert({ code, ...change })
      .select(columns)
      .overrideTypes<DiscountCode[], { merge: false }>()
    return error ? refused(error) : { code: data[0] as DiscountCode }
  })
}

/** Changes a code, if it still is what was seen. Never throws. */
export function changeCode({ code, version, life }: DiscountCode, change: Partial<CodeChange>): Promise<Saved> {
  return tried(async () => {
    const backend = await loadBackend()
    const { data, error } = await backend
      .from('discount_codes')
      .update(change)
      .eq('code', code)
      .eq('version', version)
      .eq('life', life)
      .select(columns)
      .overrideTypes<DiscountCode[], { merge: false }>()
    if (error) return refused(error)
    return data[0] ? { code: data[0] } : { stale: { now: await readCode(code) } }
  })
}

/** Deletes a code, if it still is what was seen. Never throws. */
export function deleteCode(seen: DiscountCode): Promise<Saved> {
  return tried(async () => {
    const backend = await loadBackend()
    const { data, error } = await backend
      .from('discount_codes')
      .delete()
      .eq('code', seen.code)
      .eq('version', seen.version)
      .eq('life', seen.life)
      .select('code')
    if (error) return refused(error)
    if (data.length > 0) return { code: seen }
    return { stale: { now: await readCode(seen.code) } }
  })
}

async function readCode(code: string): Promise<DiscountCode | null> {
  const backend = await loadBackend()
  const { data, error } = await backend
    .from('discount_codes')
    .select(columns)
    .eq('code', code)
    .overrideTypes<DiscountCode[], { merge: false }>()
  if (error) throw new Error(error.message)
  return data[0] ?? null
}

function refused(error: Refused): Saved {
  const wrong = errorsOf(error)
  if (wrong) return { wrong }
  // A token without the role, or none: rows are not there for it, or the table is not.
  if (error.code === '42501') return { problem: 'Only administrators may do this. Please sign in again.' }
  return { problem: 'That did not work. Please look at your connection and try again.' }
}

async function tried(work: () => Promise<Saved>): Promise<Saved> {
  try {
    return await work()
  } catch {
    return { problem: 'The shop could not be reached. Please look at your connection and try again.' }
  }
}
