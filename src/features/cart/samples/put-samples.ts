import { isSamples, samplesId, samplesName, sizeOfCloths } from '#features/catalogue/samples.ts'
import { type Pence, poundsFromPence } from '#ui/money.ts'
import { toast } from '#ui/toast.ts'
import { type CartLine, cart, maxLines } from '../cart.ts'
import { addedToCart } from '../change-cart.ts'
import { openCart } from '../open-cart.ts'

type ChosenSet = { cloths: readonly string[]; pricePence: Pence; imageUrl: string | null }

/** Puts the set into the cart in place of an earlier one, and shows a toast. A full cart stays as it is. */
export function putSamples({ cloths, pricePence, imageUrl }: ChosenSet): void {
  const there = cart.get().some(isSamples)
  if (!there && cart.get().length >= maxLines) {
    void toast({ title: 'Your cart is full', description: `One order holds up to ${maxLines} different garments.` })
    return
  }
  const set: CartLine = {
    id: samplesId,
    name: samplesName,
    price: poundsFromPence(pricePence),
    quantity: 1,
    size: sizeOfCloths(cloths),
    imageUrl,
  }
  cart.update((lines) => [...lines.filter((line) => !isSamples(line)), set])
  void toast({
    title: there ? 'Cart Updated' : 'Added to Cart',
    description: there ? 'Your fabric samples have been changed' : 'Your fabric samples are in your cart',
    about: addedToCart,
    action: { label: 'View cart', onPress: openCart },
    lastsMs: 8_000,
  })
}
