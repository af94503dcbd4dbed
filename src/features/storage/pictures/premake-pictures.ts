import { getStoredObject } from '../serving/stored-object.ts'
import { StorageError } from '../storage-error.ts'
import type { Derivatives } from './derivatives.ts'
import type { Rendering } from './rendering.ts'

const objectPath = /\/storage\/v1\/object\/public\/([^/]+)\/(.+)$/
const usual = { height: null, resize: 'cover', quality: 75, isUsual: true } as const
const wanted: Rendering[] = [
  ...[480, 800, 320, 640, 160, 1200].map((width) => ({ ...usual, width, format: 'webp' as const })),
  ...[480, 800].map((width) => ({ ...usual, width, format: 'avif' as const })),
]

/**
 * Has the sizes that pages ask for made in quiet moments, all of WebP before any AVIF. What is there already costs a
 * look; pictures kept elsewhere are left alone.
 */
export async function premakePictures(
  urls: readonly string[],
  { dataDir, derivatives }: { dataDir: string; derivatives: Derivatives },
): Promise<void> {
  const found = await Promise.all(urls.map((url) => findObject(url, dataDir)))
  const objects = found.filter((object) => object !== null)
  for (const rendering of wanted) {
    for (const object of objects) derivatives.makeLater(object, rendering)
  }
}

async function findObject(url: string, dataDir: string) {
  const [, bucket, path] = objectPath.exec(url) ?? []
  if (bucket === undefined || path === undefined) return null
  try {
    return await getStoredObject(dataDir, bucket, path)
  } catch (error) {
    if (error instanceof StorageError) return null
    throw error
  }
}
