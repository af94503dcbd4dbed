import { expect, test } from 'vitest'
import { readTextFile } from './text-file.ts'

test('a list is read as UTF-8, or as UTF-16 or the letters of Windows if a spreadsheet program wrote it', async () => {
  const text = 'email\nzoë@example.com\n'
  const utf16 = (bigEndian: boolean) => {
    const bytes = new DataView(new ArrayBuffer((text.length + 1) * 2))
    for (const [index, unit] of [0xfeff, ...[...text].map((each) => each.charCodeAt(0))].entries()) {
      bytes.setUint16(index * 2, unit, !bigEndian)
    }
    return bytes.buffer
  }
  expect(await readTextFile(new Blob([text]))).toBe(text)
  expect(await readTextFile(new Blob(['\u{feff}', text]))).toBe(text)
  expect(await readTextFile(new Blob([utf16(false)]))).toBe(text)
  expect(await readTextFile(new Blob([utf16(true)]))).toBe(text)
  expect(await readTextFile(new Blob([utf16(false).slice(2)]))).toBe(text)
  expect(await readTextFile(new Blob([utf16(true).slice(2)]))).toBe(text)
  const windows = Buffer.from('E-Mail;Prénom;Statut\nno@example.com;Zoë;Désabonné', 'latin1')
  expect(await readTextFile(new Blob([windows]))).toBe('E-Mail;Prénom;Statut\nno@example.com;Zoë;Désabonné')
})
