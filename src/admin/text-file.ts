/** The classes of a field for a file. */
export const fileInputLook =
  'mt-2 block min-h-12 w-full text-small file:label file:mr-4 file:min-h-11 file:cursor-pointer file:border file:border-ink ' +
  'file:bg-transparent file:px-5 file:text-ink'

/** The classes of a field whose file is uploaded at once: it never shows a name. */
export const uploadInputLook =
  'mt-2 block min-h-12 w-full cursor-pointer text-small text-transparent file:mr-0 file:min-h-11 file:cursor-pointer ' +
  'file:border file:border-ink file:bg-transparent file:px-5 file:text-ink'

/** As `uploadInputLook`, where files can be dropped too. */
export const dropInputLook = `border border-edge border-dashed p-3 hover:border-mulberry aria-invalid:border-mulberry ${uploadInputLook}`

/**
 * The text of a file from any program. Spreadsheet programs write UTF-8, UTF-16, or the 8-bit letters of Windows, of
 * which no text is valid UTF-8 by chance.
 */
export async function readTextFile(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const [first, second] = bytes
  // A byte order mark, or, without one, the empty half of a Latin letter.
  if ((first === 0xff && second === 0xfe) || second === 0) return new TextDecoder('utf-16le').decode(bytes)
  if ((first === 0xfe && second === 0xff) || first === 0) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
