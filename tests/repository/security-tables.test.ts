import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** The requirements of levels 1 and 2 of ASVS 5.0.0, by section: those between them are of level 3. */
const requirements = `
  1.1: 1-2; 1.2: 1-9; 1.3: 1-11; 1.4: 1-3; 1.5: 1-2
  2.1: 1-3; 2.2: 1-3; 2.3: 1-4; 2.4: 1
  3.2: 1-2; 3.3: 1-4; 3.4: 1-6; 3.5: 1-5; 3.7: 1-2
  4.1: 1-3; 4.2: 1; 4.3: 1-2; 4.4: 1-4
  5.1: 1; 5.2: 1-3; 5.3: 1-2; 5.4: 1-3
  6.1: 1-3; 6.2: 1-12; 6.3: 1-4; 6.4: 1-4; 6.5: 1-5; 6.6: 1-3; 6.8: 1-4
  7.1: 1-3; 7.2: 1-4; 7.3: 1-2; 7.4: 1-5; 7.5: 1-2; 7.6: 1-2
  8.1: 1-2; 8.2: 1-3; 8.3: 1; 8.4: 1
  9.1: 1-3; 9.2: 1-4
  10.1: 1-2; 10.2: 1-2; 10.3: 1-4; 10.4: 1-11; 10.5: 1-5; 10.6: 1-2; 10.7: 1-3
  11.1: 1-2; 11.2: 1-3; 11.3: 1-3; 11.4: 1-4; 11.5: 1; 11.6: 1
  12.1: 1-3; 12.2: 1-2; 12.3: 1-4
  13.1: 1; 13.2: 1-5; 13.3: 1-2; 13.4: 1-5
  14.1: 1-2; 14.2: 1-4; 14.3: 1-3
  15.1: 1-3; 15.2: 1-3; 15.3: 1-7
  16.1: 1; 16.2: 1-5; 16.3: 1-4; 16.4: 1-3; 16.5: 1-3
  17.1: 1; 17.2: 1-4; 17.3: 1-2
`
const marks = ['met', 'does not apply', 'deviates', 'not met']

type Row = { chapter: string; number: string; mark: string; reason: string }

const chapters = globSync('docs/assurance/security/v*.md').sort()
const rows: Row[] = chapters.flatMap((chapter) =>
  [...readFileSync(chapter, 'utf8').matchAll(/^\| (\d+\.\d+\.\d+) \| .+? \| ([a-z ]+) \| (.+) \|$/gm)].map(
    ([, number = '', mark = '', reason = '']) => ({ chapter, number, mark, reason }),
  ),
)
const overview = readFileSync('docs/assurance/security.md', 'utf8')

test('every requirement of levels 1 and 2 has one line, in its chapter', () => {
  expect(numbers()).toHaveLength(253)
  expect(rows.map(({ number }) => number).sort()).toEqual(numbers().sort())
  for (const { chapter, number } of rows) expect(chapter).toContain(`/v${number.split('.')[0]?.padStart(2, '0')}-`)
})

test('every line has a mark, and what is met names a file that shows it or does it', () => {
  for (const { number, mark, reason } of rows) {
    expect(marks, number).toContain(mark)
    if (mark !== 'met') continue
    const files = [...reason.matchAll(/`((?:src|tests|scripts|db)\/[^`]+|[\w-]+\.json)`/g)].map(([, file = '']) => file)
    const links = [...reason.matchAll(/\]\(([^)#]+)/g)].map(([, link = '']) => `docs/assurance/security/${link}`)
    expect([...files, ...links], number).not.toEqual([])
    expect(
      [...files, ...links].filter((path) => !existsSync(path)),
      number,
    ).toEqual([])
    const isTested = files.some((file) => /\.(test|journey)\.tsx?$/.test(file))
    const isWritten = links.length > 0 || /-matrix\.ts/.test(reason)
    expect(isTested || isWritten || reason.includes('code, no test'), number).toBe(true)
  }
})

test('every gap is listed in the overview, and nothing else is', () => {
  const gaps = rows.filter(({ mark }) => mark === 'deviates' || mark === 'not met').map(({ number }) => number)
  const listed = [...overview.matchAll(/(?<=\[|, )\d+\.\d+\.\d+(?=[\],])/g)].map(([number]) => number)
  expect(listed.sort()).toEqual(gaps.sort())
})

test('the overview counts each chapter', () => {
  for (const chapter of chapters) {
    const ofChapter = rows.filter((row) => row.chapter === chapter)
    const counts = marks.map((mark) => ofChapter.filter((row) => row.mark === mark).length)
    expect(overview).toContain(`(${chapter.replace('docs/assurance/', '')}) | ${counts.join(' | ')} |`)
  }
})

function numbers(): string[] {
  return [...requirements.matchAll(/(\d+\.\d+): ([\d, -]+)/g)].flatMap(([, section = '', list = '']) =>
    list.split(',').flatMap((range) => {
      const [first = 0, last = first] = range.split('-').map(Number)
      return Array.from({ length: last - first + 1 }, (_, at) => `${section}.${first + at}`)
    }),
  )
}
