import { useCallback, useEffect, useRef, useState } from 'react'
import type { DiscountTakingsAnswer } from '#features/discounts/discount-takings-answer.ts'
import { loadBackend } from '#platform/client/backend-client.ts'
import { callFunction } from '#platform/client/call-function.ts'
import { columns, type DiscountCode } from './discount-code.ts'

/** As many as GET discount-takings is asked about at once. */
const pageLength = 100

/** `now`: by the shop's clock, ISO. `takings` lacks what could not be read. */
export type Codes = DiscountTakingsAnswer & { codes: DiscountCode[]; hasMore: boolean }

/** The codes as far as they were asked for, those switched on first; null while nothing is known. */
export function useCodes() {
  const [listed, setListed] = useState<Codes | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(true)
  const asked = useRef(0)
  const length = useRef(pageLength)

  const look = useCallback(async () => {
    asked.current += 1
    const question = asked.current
    setBusy(true)
    const answer = await readCodes(length.current).catch(() => null)
    // An answer to an earlier question is not shown.
    if (question !== asked.current) return
    setBusy(false)
    setProblem(answer ? null : 'Please look at your connection and try again.')
    if (answer) setListed(answer)
  }, [])

  useEffect(() => {
    void look()
  }, [look])

  async function more() {
    length.current += pageLength
    await look()
  }

  return { listed, problem, busy, look, more }
}

async function readCodes(length: number): Promise<Codes> {
  const backend = await loadBackend()
  const codes: DiscountCode[] = []
  let takings: DiscountTakingsAnswer['takings'] = {}
  let now = new Date().toISOString()
  let isLast = false
  while (codes.length < length && !isLast) {
    const { data, error } = await backend
      .from('discount_codes')
      .select(columns)
      .order('active', { ascending: false })
      .order('created_at', { ascending: false })
      .order('code')
      // One more than is shown says whether there are more.
      .range(codes.length, codes.length + pageLength)
      .overrideTypes<DiscountCode[], { merge: false }>()
    if (error) throw new Error(error.message)
    const page = data.slice(0, pageLength)
    codes.push(...page)
    isLast = data.length <= pageLength
    const { value } = await callFunction<DiscountTakingsAnswer>(
      `discount-takings?codes=${page.map(({ code }) => code).join(',')}`,
    )
    if (value) {
      takings = { ...takings, ...value.takings }
      now = value.now
    }
  }
  return { codes, takings, now, hasMore: !isLast }
}
