import { readList, storedText } from '#base/stored-value.ts'
import { addGarment } from '#features/cart/add-garment.ts'
import {
  missingSize,
  openCartLabel,
  readHem,
  readQuantity,
  settleHeight,
  storeHeight,
} from '#features/cart/buying-form.ts'
import { cartKey } from '#features/cart/cart.ts'
import { type CartLine, type Hem, totalItems } from '#features/cart/cart-lines.ts'
import { heelText, heightText } from '#features/cart/sizes/stored-size.ts'
import { wrongHeight } from '#features/catalogue/sizes/typed-height.ts'
import { savedKey, savedNotice, saveWord, seeList, toggled } from '#features/catalogue/stored-garments.ts'
import { closeEarlyNotice, prepareEarlyNotices, showEarlyNotice } from '#ui/early-notice.ts'
import { offlineNotice } from '#ui/offline.ts'

/*
 * A program of its own, written into a garment's page (`?script`): it answers presses from the first paint until React
 * is there, which begins at the first of them. It changes only what React takes over: storage, fields, attributes, and
 * texts with `suppressHydrationWarning`. It stops each press that it answers, so neither React nor `rememberPress`
 * answers it again.
 */

const storedHeight = storedText(heightText())
const storedHeel = storedText(heelText())
const saved = storedText<string[]>({ key: savedKey(), parse: readList })
const cart = storedText<CartLine[]>({ key: cartKey(), parse: readList })

const hydrated = new AbortController()

function listen<Name extends keyof WindowEventMap>(name: Name, answer: (event: WindowEventMap[Name]) => void): void {
  addEventListener(name, answer, { capture: true, signal: hydrated.signal })
}

/** An element of every garment's page, or of every buying form. */
function find<Found extends HTMLElement>(selector: string): Found {
  return document.querySelector(selector) as Found
}

const badge = find('[data-badge]')
const cartButton = find<HTMLElement>('button:has([data-badge])')
// A page without the buying form has a waiting list.
const form = document.querySelector<HTMLFormElement>('[data-garment]')
const saveButton = find('[data-save]')
const quantity = find<HTMLInputElement>('[data-quantity]')
const missing = find('[data-missing]')
const bar = find('[data-bar]')
const height = document.querySelector<HTMLInputElement>('[data-height]')
const shoes = find<HTMLSelectElement>('[data-shoes]')

function chosenSize(): HTMLInputElement | null | undefined {
  return form?.querySelector<HTMLInputElement>('[type=radio]:checked')
}

function showSize(): void {
  if (!chosenSize()) return
  missing.textContent = ''
  bar.textContent = find('#sizes [type=submit]').textContent
}

function setQuantity(count: number): void {
  quantity.value = String(count)
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-step]')) {
    const next = count + Number(button.dataset.step)
    button.disabled = readQuantity(String(next), 1) !== next
  }
}

function showHeight(isWrong: boolean): void {
  find('[data-wrong]').textContent = isWrong ? wrongHeight : ''
  height?.[isWrong ? 'setAttribute' : 'removeAttribute']('aria-invalid', 'true')
}

/** What to hem it for. Text that is no height gives undefined, with a message and the focus. */
function readHeight(field: HTMLInputElement): Hem | undefined {
  const hem = readHem(field, shoes, storedHeight)
  showHeight(!hem)
  if (!hem) field.focus()
  return hem
}

function add({ dataset: { garment = '' } }: HTMLFormElement): void {
  const size = chosenSize()
  if (!size) {
    missing.textContent = missingSize
    find('#sizes input').focus()
    return
  }
  const hem = height ? readHeight(height) : {}
  if (!hem) return
  const details = { size: size.value, quantity: readQuantity(quantity.value, 1), ...hem }
  const added = { ...JSON.parse(garment), ...details }
  const { lines, notice } = addGarment(cart.get(), added, size.parentElement?.textContent as string)
  cart.update(() => lines)
  setQuantity(1)
  showCart()
  showEarlyNotice({ ...notice, action: { label: 'View cart', press: () => cartButton.click() } })
}

function showCart(): void {
  const items = totalItems(cart.get())
  badge.textContent = items ? String(items) : ''
  cartButton.setAttribute('aria-label', openCartLabel(items))
}

function save(id: string): void {
  const isSaved = saved.update((ids) => toggled(ids, id)).includes(id)
  showSaved()
  closeEarlyNotice()
  if (!isSaved) return
  const isStored = saved.isStored()
  const action = { label: seeList.label, press: () => location.assign(seeList.path) }
  showEarlyNotice({ ...savedNotice(isStored), action: isStored ? action : undefined })
}

function showSaved(): void {
  const isSaved = saved.get().includes(saveButton.dataset.save as string)
  saveButton.setAttribute('aria-pressed', String(isSaved))
  for (const word of saveButton.querySelectorAll('[data-word]')) word.textContent = saveWord(isSaved)
}

function showStored(): void {
  showSize()
  showCart()
  showSaved()
}

/** Handles a press. Returns false where React must handle it. */
function press(pressed: HTMLElement): boolean {
  const { step, save: id } = pressed.dataset
  if (id) save(id)
  else if (step) setQuantity(readQuantity(quantity.value, 1) + Number(step))
  else if (form && (pressed.matches('#sizes [type=submit]') || (pressed === bar && chosenSize()))) add(form)
  else return false
  return true
}

listen('click', (event) => {
  const pressed = (event.target as Element).closest<HTMLElement>('button,a')
  if (!pressed) return
  const { origin, pathname } = pressed as HTMLAnchorElement
  const isWayOn = origin === location.origin && pathname !== location.pathname
  if (press(pressed)) stop(event)
  else if (pressed === cartButton || (isWayOn && !navigator.onLine)) {
    if (isWayOn) stop(event)
    showEarlyNotice(navigator.onLine ? { title: 'Opening your cart…' } : offlineNotice)
    // Of a press on the cart and one on a picture, which is a link, React answers the last.
  } else if (origin) closeEarlyNotice()
})

function stop(event: Event): void {
  event.preventDefault()
  event.stopImmediatePropagation()
}

listen('change', showSize)
addEventListener('hydrated', () => {
  hydrated.abort()
  // React takes a text here for its own: it must be that of the storage now, which another tab may have changed. Where
  // something has changed the page before, React has drawn it anew instead, and these elements are no longer in it.
  showCart()
  showSaved()
})

prepareEarlyNotices()
showStored()
listen('storage', showStored)
listen('pageshow', showStored)
if (height) {
  const [heightCm, heelCm] = [storedHeight.get(), storedHeel.get()]
  // Text that the browser has restored stays.
  if (heightCm && !height.value) height.value = `${heightCm} cm`
  if (heelCm !== null) shoes.value = String(heelCm)
  listen('input', ({ target }) => {
    if (target === shoes) storedHeel.update(() => Number(shoes.value))
    if (target !== height) return
    showHeight(false)
    storeHeight(height, storedHeight)
  })
  listen('focusout', ({ target }) => target === height && settleHeight(height, storedHeight))
  listen('keydown', (event) => {
    if (event.key !== 'Enter' || event.target !== height) return
    event.preventDefault()
    readHeight(height)
  })
}
listen('keydown', ({ key }) => key === 'Escape' && closeEarlyNotice())
