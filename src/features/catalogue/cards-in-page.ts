import { useState } from 'react'
import { pence } from '#base/money.ts'
import { pictureFrom, type StoredPicture } from '#ui/picture.tsx'
import type { ProductSummary } from './product-summary.ts'

/**
 * The garments of a page's cards. `sent`: those of its data, which a page from the server does not have (`inHtml`): they
 * are read from its cards, once.
 */
export function useCards(sent: ProductSummary[] | undefined): ProductSummary[] {
  const [read] = useState(() => (sent ? [] : readCards()))
  return sent ?? read
}

function readCards(): ProductSummary[] {
  return Array.from(document.querySelectorAll<HTMLElement>('main .card'), readCard)
}

/** What `ProductCard` was rendered from. */
function readCard(card: HTMLElement): ProductSummary {
  const link = card.querySelector('a')
  const frame = card.querySelector<HTMLElement>('.card-frame')
  const note = card.querySelector('.card-note')
  const second = frame?.style.getPropertyValue('--second')
  return {
    id: card.dataset.id ?? '',
    name: link?.textContent ?? '',
    slug: link?.pathname.replace('/product/', '') ?? '',
    pricePence: pence(Number(card.querySelector('data')?.value)),
    picture: readPicture(card.querySelector('img')),
    second: second ? pictureFrom(second.slice('url('.length, -1).replace(/\\(.)/g, '$1')) : null,
    colour: note?.querySelector('span')?.textContent ?? null,
    preorder: note?.querySelector('b')?.textContent ?? null,
  }
}

function readPicture(image: HTMLImageElement | null): StoredPicture | null {
  if (!image) return null
  return {
    url: pictureFrom(image.getAttribute('src') ?? ''),
    alt: image.alt,
    width: Number(image.getAttribute('width')),
    height: Number(image.getAttribute('height')),
    blur: image.style.getPropertyValue('--blur') || null,
  }
}
