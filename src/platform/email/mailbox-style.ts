/** The shop's background colour and fonts, with a plain layout: this is a tool. */
export const mailboxStyle = `
:root { color-scheme: light dark; --paper: #f7f2e8; --ink: #2a2320; --soft: #665950; --line: #d9cdba; --accent: #6b2737; --field: #fffdf8; --edge: #8a7d70; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #1d1815; --ink: #f1e9dc; --soft: #b9aa9b; --line: #4a3f37; --accent: #dea6a9; --field: #2a2320; --edge: #8a7b6e; }
}
* { box-sizing: border-box; }
html { background: var(--paper); color: var(--ink); font: 1.125rem/1.5 'Alegreya Sans', 'Gill Sans', 'Gill Sans MT', system-ui, sans-serif; -webkit-text-size-adjust: 100%; }
body { margin: 0 auto; max-width: 60rem; padding: 1.5rem 1.25rem 4rem; overflow-wrap: anywhere; }
h1 { font: 400 clamp(1.75rem, 1.5rem + 1.2vw, 2.5rem)/1.1 'Ibarra Real Nova', Garamond, Georgia, serif; margin: 0; text-wrap: balance; }
header { border-bottom: 2px dashed var(--accent); margin-bottom: 1.5rem; padding-bottom: 1.25rem; }
.soft { color: var(--soft); margin: .25rem 0 0; }
a { color: var(--accent); text-underline-offset: .2em; }
form { display: flex; gap: .75rem; margin-top: 1.1rem; }
label { height: 1px; overflow: hidden; position: absolute; width: 1px; clip-path: inset(50%); }
input, button { background: var(--field); border: 1px solid var(--edge); border-radius: 0; color: inherit; font: inherit; min-height: 2.75rem; padding: .4rem .75rem; }
input { flex: 1; min-width: 0; }
button { background: none; border-color: var(--accent); color: var(--accent); cursor: pointer; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
ul { list-style: none; margin: 0; padding: 0; }
li a { border-bottom: 1px solid var(--line); color: inherit; display: flex; flex-wrap: wrap; gap: 0 1.25rem; justify-content: space-between; padding: .85rem 0; text-decoration: none; }
li a:hover strong { color: var(--accent); }
li strong { flex: 0 0 100%; font-weight: 500; }
li span { color: var(--soft); font-size: .9875rem; }
header p + h1 { margin-top: .75rem; }
dl { display: grid; gap: .15rem 1.25rem; grid-template-columns: minmax(5rem, auto) 1fr; margin: 1rem 0 0; }
dt { color: var(--soft); }
dd { margin: 0; }
details { margin-top: .5rem; }
summary { color: var(--accent); cursor: pointer; min-height: 1.5rem; width: fit-content; }
form + .soft { margin-top: .75rem; }
@media (max-width: 36rem) { dl { display: block; } dd { margin-bottom: .5rem; } }
nav { display: flex; gap: 1.5rem; margin: 0 0 1rem; }
nav [aria-current] { color: inherit; text-decoration: none; border-bottom: 2px solid var(--accent); }
iframe { background: #fff; border: 1px solid var(--line); display: block; height: 80vh; min-height: 30rem; width: 100%; }
iframe.phone { margin: 0 auto; max-width: 392px; }
pre { background: var(--field); border: 1px solid var(--line); font: 15px/1.5 ui-monospace, monospace; margin: 0; overflow: auto; padding: 1.25rem; white-space: pre-wrap; }
`
