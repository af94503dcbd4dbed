/**
 * Buckets anybody may read, and what may be served from each. `product-images` takes only what decodes as one of these
 * four; nothing else ever leaves it, whatever a file is called.
 */
export const publicBuckets: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'product-images': {
    jpg: 'image/jpeg',
    jpeg: 'image/jpeg',
    png: 'image/png',
    webp: 'image/webp',
    avif: 'image/avif',
  },
}

/** The type an object of a bucket is served as, or null for one that is not served. */
export function servedType(bucket: string, key: string): string | null {
  if (!Object.hasOwn(publicBuckets, bucket)) return null
  const extension = /\.([a-z0-9]+)$/i.exec(key)?.[1]?.toLowerCase() ?? ''
  const types = publicBuckets[bucket] ?? {}
  return Object.hasOwn(types, extension) ? (types[extension] ?? null) : null
}
