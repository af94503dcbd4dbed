import { useQuery } from '@tanstack/react-query'
import { loadBackend } from '#platform/client/backend-client.ts'

const signedForSeconds = 3_600

/** A customer's photographs in a private bucket, by addresses that are signed for an hour. */
export function Photographs({ bucket, names }: { bucket: string; names: string[] }) {
  const { data: urls } = useQuery({
    queryKey: ['photographs', bucket, ...names],
    enabled: names.length > 0,
    staleTime: (signedForSeconds / 2) * 1_000,
    queryFn: async () => {
      const backend = await loadBackend()
      const { data, error } = await backend.storage.from(bucket).createSignedUrls(names, signedForSeconds)
      if (error) throw error
      return data.flatMap(({ signedUrl }) => signedUrl || [])
    },
  })
  if (names.length === 0) return null
  if (!urls) return <p className="mt-2 text-ink-soft text-small">Loading photographs…</p>
  return (
    <ul className="mt-3 flex flex-wrap gap-3">
      {urls.map((url, index) => (
        <li key={url}>
          <a href={url} target="_blank" rel="noopener noreferrer">
            <img
              src={url}
              alt={`The customer’s photograph ${index + 1} of ${urls.length}`}
              loading="lazy"
              className="h-32 w-24 bg-paper-deep object-cover"
            />
          </a>
        </li>
      ))}
    </ul>
  )
}
