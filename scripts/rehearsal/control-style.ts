/** Looks like the payment page of the rehearsal and unlike the shop. */
export const controlStyle = `
:root { --ink: #1d2733; --soft: #5b6776; --line: #d8dee6; --panel: #f1f4f8; --accent: #28507a; --wrong: #a32020; --right: #23653f; }
* { box-sizing: border-box; }
html { background: #fff; color: var(--ink); font: 16px/1.5 system-ui, -apple-system, 'Segoe UI', 'Helvetica Neue', Arial, sans-serif; -webkit-text-size-adjust: 100%; }
body { margin: 0; }
.marked { background: #fdf3d8; border-bottom: 1px solid #ecdcae; color: #5f4a12; font-size: .9rem; margin: 0; padding: .55rem 1.25rem; text-align: center; }
main { margin: 0 auto; max-width: 84rem; padding: 1.5rem 1.25rem 4rem; }
main header { margin-bottom: 1.5rem; }
h1 { font-size: 1.7rem; font-weight: 600; line-height: 1.2; margin: 0 0 .3rem; }
h2 { font-size: 1.05rem; font-weight: 600; margin: 0 0 .6rem; }
p, p.wrong.of-all { margin: 0 0 .75rem; }
a { color: var(--accent); text-underline-offset: .2em; }
nav { display: flex; flex-wrap: wrap; gap: .2rem 1.4rem; }
nav a { padding: .35rem 0; }
.said { background: #e8f0f8; border-radius: 6px; margin: 0 0 1.25rem; padding: .7rem .9rem; }
.panel { background: var(--panel); border-radius: 8px; margin-bottom: 1.1rem; padding: 1.1rem; }
.time { font-size: 1.3rem; font-variant-numeric: tabular-nums; font-weight: 600; line-height: 1.3; margin: 0; }
.small { color: var(--soft); font-size: .9rem; }
.small:last-child { margin-bottom: 0; }
.buttons { align-items: center; display: flex; flex-wrap: wrap; gap: .5rem; margin: .8rem 0; }
form { display: inline-flex; flex-wrap: wrap; gap: .5rem; margin: 0; }
button { background: #fff; border: 1px solid #8793a1; border-radius: 6px; color: var(--ink); cursor: pointer; font: inherit; font-size: .95rem; min-height: 2.6rem; padding: .35rem .8rem; }
button:hover { border-color: var(--accent); color: var(--accent); }
button.main { background: var(--accent); border-color: var(--accent); color: #fff; }
button.main:hover { background: #1e3f61; }
input { background: #fff; border: 1px solid #8793a1; border-radius: 6px; color: inherit; font: inherit; min-height: 2.6rem; padding: .35rem .6rem; width: 6.5rem; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.switches { list-style: none; margin: 0 0 .8rem; padding: 0; }
.switches li { align-items: center; border-top: 1px solid var(--line); display: grid; gap: .8rem; grid-template-columns: minmax(0, 1fr) auto; padding: .6rem 0; }
.switches strong { display: block; font-weight: 500; }
button[aria-pressed=true] { background: var(--wrong); border-color: var(--wrong); color: #fff; }
.rows { list-style: none; margin: 0; padding: 0; }
.rows > li { border-top: 1px solid var(--line); padding: .8rem 0 .55rem; scroll-margin-top: 1rem; }
.rows > li:target { background: #f6f9fc; box-shadow: -0.8rem 0 0 #f6f9fc, .8rem 0 0 #f6f9fc; }
.head { align-items: baseline; display: flex; flex-wrap: wrap; gap: .1rem .9rem; justify-content: space-between; }
.head strong { font-weight: 600; white-space: nowrap; }
.head span { font-variant-numeric: tabular-nums; }
dl { display: grid; gap: .1rem .9rem; grid-template-columns: 4.2rem minmax(0, 1fr); margin: .35rem 0 0; }
dt { color: var(--soft); }
dd { margin: 0; }
.right { color: var(--right); margin: .35rem 0 0; }
.wrong { color: var(--wrong); font-weight: 500; margin: .35rem 0 0; }
details { margin-top: .35rem; }
summary { color: var(--accent); cursor: pointer; padding: .3rem 0; width: max-content; }
@media (min-width: 60rem) {
  .columns { align-items: start; display: grid; gap: 2.5rem; grid-template-columns: 23rem minmax(0, 1fr); }
  .row { column-gap: 1.25rem; display: grid; grid-template-columns: 8rem minmax(0, 1fr) 7rem; }
  .row > .head, .row > dl { margin: 0; }
  .row > .head { display: contents; }
  .row > .head > strong { grid-column: 1; grid-row: 1; }
  .row > .head > span { grid-column: 3; grid-row: 1; text-align: right; }
  .row > dl { grid-column: 2; grid-row: 1; grid-template-columns: auto minmax(0, 1fr) auto minmax(0, 1fr); }
  .row > p { grid-column: 2 / -1; }
  .row > details { grid-column: 2 / -1; margin-top: 0; }
}
`
