/** What a visitor does first, by mouse, finger or keyboard. */
const signs = ['pointerover', 'touchstart', 'keydown']

/**
 * The `ref` of an element in which a garment can be saved; `data-save` is its id and `data-name` its name. With
 * `data-share`, its name, it can be shared there too. The buttons and their code load at the visitor's first move, so a
 * page without a script has no dead button, and the code is not part of the page's first load.
 */
export function savePlace(place: HTMLElement | null): () => void {
  const leaving = new AbortController()
  const { signal } = leaving
  function load() {
    import('./save-buttons.tsx').then(
      ({ showIn }) => place && showIn(place, signal),
      // Without a connection there are no buttons; the next sign tries again.
      () => undefined,
    )
  }
  for (const sign of signs) addEventListener(sign, load, { once: true, signal })
  return () => leaving.abort()
}
