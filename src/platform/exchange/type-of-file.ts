const types: Record<string, string> = {
  csv: 'text/csv',
  gif: 'image/gif',
  html: 'text/html',
  json: 'application/json',
  pdf: 'application/pdf',
  svg: 'image/svg+xml',
  txt: 'text/plain',
  webm: 'video/webm',
  mp4: 'video/mp4',
}

/** The content type of a file: of a picture by its bytes, of others by the end of the name. */
export function typeOf(name: string, bytes: Buffer): string {
  const start = bytes.toString('latin1', 0, 32)
  if (start.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (start.startsWith('\x89PNG\r\n')) return 'image/png'
  if (start.startsWith('RIFF') && start.slice(8, 12) === 'WEBP') return 'image/webp'
  if (start.slice(4, 8) === 'ftyp' && /avif|avis/.test(start.slice(8))) return 'image/avif'
  return types[name.slice(name.lastIndexOf('.') + 1).toLowerCase()] ?? 'application/octet-stream'
}
