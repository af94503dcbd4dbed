import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { once, renderOnceWith } from './once.ts'

let made = 0

function Page({ names }: { names: string[] }) {
  return names.map((name) => <p key={name} {...once(name, () => contentOf(name))} />)
}

function contentOf(name: string) {
  made += 1
  return (
    <>
      <b title={'a "b" & <c>'}>{name}</b> costs £{12} {null}
      <i>or more</i>
    </>
  )
}

test('content is rendered once for a name, and stands in the page as React would have written it', () => {
  const names = ['cape', 'gown', "Mary's & <Ruth>"]
  const plain = renderToString(<Page names={names} />)
  renderOnceWith(renderToString)
  made = 0
  expect(renderToString(<Page names={names} />)).toBe(plain)
  expect(renderToString(<Page names={names} />)).toBe(plain)
  expect(made).toBe(3)
})

test('what is kept has an end: after very many names it is made again', () => {
  renderOnceWith(renderToString)
  made = 0
  const first = () => {
    made += 1
    return <b>first</b>
  }
  once('first', first)
  for (let index = 0; index < 1_000; index += 1) once(`other ${index}`, () => <i>{index}</i>)
  expect(once('first', first)).toEqual({ dangerouslySetInnerHTML: { __html: '<b>first</b>' } })
  expect(made).toBe(2)
})
