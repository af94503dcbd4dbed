import { createHash } from 'node:crypto'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { peerAnswered, peerFailed } from '#platform/database/outages.ts'
import type { Log } from '#platform/log.ts'
import { tooLarge } from '../storage-error.ts'
import { checkFileName, type FileStore, type StoredFile, StoreUnavailable } from './file-store.ts'

type S3Settings = {
  bucket: string
  /** For a service other than Amazon's. */
  endpoint?: string | undefined
  region: string
  accessKeyId: string
  secretAccessKey: string
  log: Log
}

/** A stream is sent in parts of this size; S3 accepts no parts below 5 MiB but the last. */
const partBytes = 8 * 1_048_576
const atOnce = 10

/** Files in an existing bucket of an S3 service, which holds nothing else. */
export function s3Store({
  bucket: Bucket,
  endpoint,
  region,
  accessKeyId,
  secretAccessKey,
  log,
}: S3Settings): FileStore {
  const client = new S3Client({
    region,
    credentials: { accessKeyId, secretAccessKey },
    // Other services address buckets by path, and some do not support the newer checksums.
    ...(endpoint && { endpoint, forcePathStyle: true }),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 3_000, requestTimeout: 30_000, throwOnRequestTimeout: true },
  })
  watchForOutages(client, log)
  const at = (name: string) => ({ Bucket, Key: checkFileName(name) })

  async function putWhole(name: string, content: Buffer, type: string): Promise<void> {
    await client.send(
      new PutObjectCommand({ ...at(name), Body: content, ContentLength: content.length, ContentType: type }),
    )
  }

  async function putParts(name: string, parts: AsyncIterable<Buffer>, type: string): Promise<void> {
    const { UploadId } = await client.send(new CreateMultipartUploadCommand({ ...at(name), ContentType: type }))
    const upload = { ...at(name), UploadId }
    try {
      const sent: { PartNumber: number; ETag: string | undefined }[] = []
      for await (const part of parts) {
        const PartNumber = sent.length + 1
        const { ETag } = await client.send(
          new UploadPartCommand({ ...upload, PartNumber, Body: part, ContentLength: part.length }),
        )
        sent.push({ PartNumber, ETag })
      }
      await client.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts: sent } }))
    } catch (error) {
      // The sweep removes what cannot be aborted now.
      await client.send(new AbortMultipartUploadCommand(upload)).catch(() => undefined)
      throw error
    }
  }

  return {
    kind: 's3',
    put: putWhole,
    async putStream(name, content, { type, mostBytes }) {
      const counted = { sizeBytes: 0, hash: createHash('md5') }
      const parts = inParts(content, mostBytes, counted)
      const first = (await parts.next()).value ?? Buffer.alloc(0)
      const second = await parts.next()
      if (second.done) await putWhole(name, first, type)
      else await putParts(name, joined([first, second.value], parts), type)
      return { sizeBytes: counted.sizeBytes, md5: counted.hash.digest('hex') }
    },
    async read(name) {
      const found = await nullIfMissing(client.send(new GetObjectCommand(at(name))))
      const bytes = await found?.Body?.transformToByteArray()
      return bytes ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) : null
    },
    async stream(name, range) {
      if (range && range.first >= range.end) return (await this.find(name)) && new Blob([]).stream()
      const part = range ? { Range: `bytes=${range.first}-${range.end - 1}` } : {}
      const found = await nullIfMissing(client.send(new GetObjectCommand({ ...at(name), ...part })))
      return (found?.Body?.transformToWebStream() as ReadableStream<Uint8Array> | undefined) ?? null
    },
    async find(name) {
      const found = await nullIfMissing(client.send(new HeadObjectCommand(at(name))))
      if (!found) return null
      return { name, sizeBytes: found.ContentLength ?? 0, modifiedAt: found.LastModified ?? new Date(0) }
    },
    async remove(names) {
      // One by one: a batch deletion requires a checksum that some services do not support.
      for (let first = 0; first < names.length; first += atOnce) {
        const some = names.slice(first, first + atOnce)
        await Promise.all(some.map((name) => nullIfMissing(client.send(new DeleteObjectCommand(at(name))))))
      }
    },
    async *list(prefix) {
      let ContinuationToken: string | undefined
      do {
        const page = await client.send(
          new ListObjectsV2Command({ Bucket, ...(prefix && { Prefix: prefix }), ContinuationToken }),
        )
        for (const { Key, Size, LastModified } of page.Contents ?? []) {
          if (Key)
            yield { name: Key, sizeBytes: Size ?? 0, modifiedAt: LastModified ?? new Date() } satisfies StoredFile
        }
        ContinuationToken = page.IsTruncated ? page.NextContinuationToken : undefined
      } while (ContinuationToken)
    },
    async sweepUnfinished(before) {
      const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket })).catch(noneIfUnknown)
      const old = Uploads.filter(({ Initiated }) => Initiated && Initiated < before)
      for (const { Key, UploadId } of old) {
        await nullIfMissing(client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })))
      }
      return old.length
    },
  }
}

/**
 * Records an outage when the service does not respond, or responds with a server error; the call then rejects with
 * `StoreUnavailable`.
 */
function watchForOutages(client: S3Client, log: Log): void {
  client.middlewareStack.add(
    (next) => async (call) => {
      const beganMs = performance.now()
      try {
        const response = await next(call)
        peerAnswered(log, 'image store', beganMs)
        return response
      } catch (error) {
        const status = (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode
        if (status !== undefined && status < 500) {
          peerAnswered(log, 'image store', beganMs)
          throw error
        }
        const away = new StoreUnavailable(`The image store does not respond: ${String(error)}`, { cause: error })
        peerFailed(log, 'image store', away)
        throw away
      }
    },
    // Outside of the retries.
    { step: 'initialize', name: 'watchForOutages' },
  )
}

/** Parts of S3's size, the last one smaller; refused as soon as they are longer than allowed. */
async function* inParts(
  content: AsyncIterable<Uint8Array>,
  mostBytes: number,
  counted: { sizeBytes: number; hash: ReturnType<typeof createHash> },
): AsyncGenerator<Buffer, undefined> {
  let held: Uint8Array[] = []
  let heldBytes = 0
  for await (const chunk of content) {
    counted.sizeBytes += chunk.byteLength
    if (counted.sizeBytes > mostBytes) throw tooLarge()
    counted.hash.update(chunk)
    held.push(chunk)
    heldBytes += chunk.byteLength
    if (heldBytes < partBytes) continue
    yield Buffer.concat(held)
    held = []
    heldBytes = 0
  }
  if (heldBytes > 0) yield Buffer.concat(held)
}

async function* joined(first: Buffer[], rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield* first
  yield* rest
}

async function nullIfMissing<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Error && ['NoSuchKey', 'NotFound', 'NoSuchUpload'].includes(error.name)) return null
    throw error
  }
}

/** Some services do not list unfinished uploads: they have their own rule to remove them. */
function noneIfUnknown(error: unknown): { Uploads?: undefined } {
  if (error instanceof Error && ['NotImplemented', 'MethodNotAllowed'].includes(error.name)) return {}
  throw error
}
