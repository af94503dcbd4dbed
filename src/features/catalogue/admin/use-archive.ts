import { useCallback, useEffect, useRef, useState } from 'react'
import { callFunction } from '#platform/client/call-function.ts'
import type { ArchivedProduct, ArchivePage } from './archive.ts'

/** The archive as far as it was read. */
type Archive = ArchivePage | 'loading' | { problem: string }

/** The deleted products whose name or slug holds `q`, the latest deletion first, page by page. */
export function useArchive(q: string) {
  const [archive, setArchive] = useState<Archive>('loading')
  const [busy, setBusy] = useState(true)
  const latest = useRef(0)

  /** Reads one page; null where a newer request has been made meanwhile. */
  const read = useCallback(
    async (from: number) => {
      latest.current += 1
      const request = latest.current
      setBusy(true)
      const query = new URLSearchParams({ q, from: String(from) })
      const { value, failure } = await callFunction<ArchivePage>(`archived-products?${query}`)
      if (request !== latest.current) return null
      setBusy(false)
      return value ?? { problem: failure.words }
    },
    [q],
  )

  const reload = useCallback(async () => {
    const found = await read(0)
    if (found) setArchive(found)
  }, [read])

  useEffect(() => {
    setArchive('loading')
    void reload()
  }, [reload])

  /** Adds the next page; gives why not, or null. */
  async function more(): Promise<string | null> {
    if (busy || typeof archive === 'string' || 'problem' in archive) return null
    const found = await read(archive.rows.length)
    if (!found) return null
    if ('problem' in found) return found.problem
    const known = new Set(archive.rows.map(({ id }) => id))
    setArchive({ rows: [...archive.rows, ...found.rows.filter(({ id }) => !known.has(id))], total: found.total })
    return null
  }

  /** Takes a product that was restored out of what is shown. */
  function remove({ id }: ArchivedProduct) {
    setArchive((before) =>
      typeof before === 'object' && 'rows' in before
        ? { rows: before.rows.filter((row) => row.id !== id), total: before.total - 1 }
        : before,
    )
  }

  return { archive, busy, reload, more, remove }
}
