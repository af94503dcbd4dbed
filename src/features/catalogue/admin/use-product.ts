import { useCallback, useEffect, useState } from 'react'
import { fetchShopTime } from '#admin/shop-now.ts'
import { type Product, parseProduct } from '#features/catalogue/product.ts'
import { loadBackend } from '#platform/client/backend-client.ts'
import { useLooking } from '#platform/client/use-looking.ts'

const form = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** One garment, active or not, read anew whenever the window is looked at again; null where there is none. */
export function useProduct(id: string) {
  const [found, setFound] = useState<Product | null | 'loading' | 'lost'>('loading')

  const reload = useCallback(async () => {
    const [product] = await Promise.all([readProduct(id), fetchShopTime()])
    // What is shown is better than a page that says that it could not be read anew.
    setFound((before) => (product === 'lost' && typeof before === 'object' ? before : product))
  }, [id])

  useEffect(() => {
    void reload()
  }, [reload])
  useLooking(reload, null)
  return { found, reload }
}

async function readProduct(id: string): Promise<Product | null | 'lost'> {
  if (!form.test(id)) return null
  try {
    const { data, error } = await (await loadBackend()).from('products').select('*').eq('id', id).maybeSingle()
    if (error) return 'lost'
    return data ? parseProduct(data) : null
  } catch {
    return 'lost'
  }
}
