/**
 * Plain styles in the application's colours and fonts (`--color-…`, `--font-…`); the services' prices switch by `:has`, so
 * the page needs no script.
 */
export const paymentStyle = `
:root { --wrong: #9b1c1c; }
@media screen and (prefers-color-scheme: dark) {
  :root { --wrong: #f2a08c; }
}
* { box-sizing: border-box; }
html { background: var(--color-paper); color: var(--color-ink); font: 1.125rem/1.5 var(--font-sans); -webkit-text-size-adjust: 100%; }
body { margin: 0 auto; max-width: 64rem; padding: 1.25rem 1.25rem 4rem; }
h1, h2, legend, .shop { font-family: var(--font-serif); font-weight: 400; }
header { align-items: baseline; border-bottom: 1px solid var(--color-line); display: flex; flex-wrap: wrap; gap: .25rem 1rem; justify-content: space-between; padding-bottom: .9rem; }
.shop { font-size: 1.5rem; margin: 0; }
.note { color: var(--color-mulberry); font-size: 0.9875rem; letter-spacing: .02em; margin: 0; }
main { display: grid; gap: 2rem; grid-template-columns: minmax(0, 1fr); overflow-wrap: anywhere; padding-top: 1.75rem; }
h1 { font-size: clamp(1.75rem, 1.5rem + 1.2vw, 2.5rem); line-height: 1.1; margin: 0 0 1rem; }
h2, legend { font-size: 1.35rem; margin: 0 0 .6rem; padding: 0; }
a { color: var(--color-mulberry); text-underline-offset: .2em; }
.lines { list-style: none; margin: 0; padding: 0; }
.lines li { align-items: center; border-bottom: 1px solid var(--color-line); display: flex; flex-wrap: wrap; gap: .3rem .9rem; padding: .7rem 0; }
.lines li > :nth-child(2) { flex: 1 1 7rem; }
.lines li > .price { margin-left: auto; }
.lines img, .lines .bare { aspect-ratio: 3 / 4; background: var(--color-paper-deep); display: block; filter: brightness(var(--lamp)); object-fit: cover; width: 3.5rem; }
.lines strong { font-weight: 500; display: block; }
.small { color: var(--color-ink-soft); font-size: 0.9875rem; }
dl { display: grid; grid-template-columns: 1fr auto; margin: .9rem 0; row-gap: .3rem; }
dd, .price { font-variant-numeric: tabular-nums; margin: 0; text-align: right; }
dd { padding-left: 1rem; }
.total { border-top: 1px solid var(--color-ink); font-size: 1.2rem; padding-top: .5rem; }
fieldset { border: 0; margin: 0 0 1.75rem; min-width: 0; padding: 0; }
.field { margin: 0 0 .9rem; }
.pair { display: grid; gap: 0 1rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 8rem), 1fr)); }
label { display: block; font-size: 0.9875rem; margin-bottom: .2rem; }
input:not([type=radio]), select { appearance: none; background: var(--color-white); border: 1px solid var(--color-edge); border-radius: 0; color: inherit; font: inherit; min-height: 2.9rem; padding: .5rem .7rem; width: 100%; }
select { background-image: linear-gradient(45deg, transparent 50%, var(--color-ink) 50%), linear-gradient(135deg, var(--color-ink) 50%, transparent 50%); background-position: calc(100% - 1.1rem) 55%, calc(100% - .75rem) 55%; background-repeat: no-repeat; background-size: .36rem .36rem; }
:focus-visible { outline: 2px solid var(--color-mulberry); outline-offset: 2px; }
input[aria-invalid=true]:not([type=radio]) { border-color: var(--wrong); border-width: 2px; }
.problem { color: var(--wrong); margin: .25rem 0 0; }
.alert { border-left: 3px solid var(--wrong); margin: 0 0 1.25rem; padding: .3rem 0 .3rem .9rem; }
.choice { align-items: center; border-bottom: 1px solid var(--color-line); cursor: pointer; display: grid; gap: .8rem; grid-template-columns: auto 1fr auto; margin: 0; min-height: 3.2rem; padding: .5rem 0; }
.choice input { accent-color: var(--color-mulberry); height: 1.2rem; margin: 0; width: 1.2rem; }
.actions { align-items: center; display: flex; flex-wrap: wrap; gap: 1rem 1.75rem; }
button { background: var(--color-mulberry); border: 0; color: var(--color-paper); cursor: pointer; flex: 1 1 12rem; font: inherit; font-size: 1.15rem; min-height: 3.3rem; padding: .6rem 1.4rem; }
button:hover { background: var(--color-mulberry-deep); }
.actions a { padding: .6rem 0; }
.state { max-width: 34rem; padding-top: 2.5rem; }
@media (min-width: 54rem) {
  main.pay { align-items: start; gap: 4.5rem; grid-template-columns: minmax(0, 1fr) 22rem; padding-top: 2.5rem; }
  main.pay .summary { order: 2; position: sticky; top: 1.5rem; }
  main.pay .summary h2 { line-height: 2.5rem; margin-top: 0; }
}
`

/**
 * Shows what belongs to the chosen service: its price, its total, its button, and the card's fields if money is due.
 */
export function choiceStyle(totals: readonly number[]): string {
  const rules = totals.map(
    (total, index) => `body:has(#delivery-${index}:checked) .when-${index} { display: inline; }
${total === 0 ? `body:has(#delivery-${index}:checked) .card { display: none; }` : ''}`,
  )
  return `.when { display: none; }\n${rules.join('\n')}`
}
