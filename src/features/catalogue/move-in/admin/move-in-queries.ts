import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, read } from '#platform/client/functions.ts'
import { productsKey } from '../../admin/product-api.ts'

const importsKey = ['listing-imports'] as const
/** A file of some thousand garments takes a while. */
const longTimeout = { timeoutMs: 120_000 }

/** What a file would make. */
export function previewListings(csv: string) {
  return call('preview-listings', { csv }, longTimeout)
}

/** The latest imports; read every other second while pictures are on their way. */
export function useImports() {
  return useQuery({
    queryKey: importsKey,
    queryFn: () => read('listing-imports'),
    select: ({ imports }) => imports,
    refetchInterval: ({ state }) => (state.data?.imports.some(({ pictures }) => pictures.waiting > 0) ? 2_000 : false),
  })
}

export function useImportListings() {
  return useChange((csv: string) => call('import-listings', { csv }, longTimeout))
}

export function useUndoListings() {
  return useChange((id: string) => call('undo-listings', { id }))
}

export function useRetryPictures() {
  return useChange((id: string) => call('retry-listing-pictures', { id }))
}

function useChange<Input, Result>(mutationFn: (input: Input) => Promise<Result>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn,
    onSettled: () => Promise.all([importsKey, productsKey].map((queryKey) => client.invalidateQueries({ queryKey }))),
  })
}
