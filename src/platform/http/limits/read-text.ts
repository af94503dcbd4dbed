/**
 * The body as text, or null when it is larger than `maxBytes`. A declared length is trusted only when the HTTP parser
 * enforced it; every other body is counted while it is read.
 */
export async function readText(request: Request, maxBytes: number): Promise<string | null> {
  const bytes = await readBytes(request, maxBytes)
  if (bytes === null || typeof bytes === 'string') return bytes
  return new TextDecoder().decode(bytes)
}

/** As `readText`, in bytes; a string where the declared length allowed the quick way. */
async function readBytes(request: Request, maxBytes: number): Promise<Uint8Array | string | null> {
  const declared = request.headers.get('content-length')
  if (declared !== null && Number(declared) > maxBytes) return null
  if (declared !== null && !request.headers.has('transfer-encoding')) {
    const text = await request.text()
    return Buffer.byteLength(text) > maxBytes ? null : text
  }
  return request.body ? countBytes(request.body, maxBytes) : ''
}

/** Reads a stream to its end; returns null as soon as it is longer than `maxBytes`. */
export async function countBytes(body: ReadableStream<Uint8Array>, maxBytes: number): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.byteLength
    // Leaving the loop cancels the stream.
    if (size > maxBytes) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
