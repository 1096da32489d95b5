import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { FileInParts, FileReply } from '../../../contract/route.ts'
import type { App } from '../context.ts'
import { retry } from '../control/retry.ts'
import { Refusal } from '../refusal.ts'

/** Who takes no further part for this long has gone. */
const LONGEST_STALL_MS = 60_000

declare module 'fastify' {
  interface FastifyReply {
    /** After how long the first of an answer was sent that may take as long as its reader likes. */
    firstSentMs?: number
  }
}

/** Sends a file under its name, in a frame without rights. */
export function sendFile(reply: FastifyReply, file: FileReply): FastifyReply {
  return headed(reply, file)
    .header('cache-control', file.immutable ? 'public, max-age=31536000, immutable' : 'no-store')
    .send(Buffer.from(file.bytes.buffer, file.bytes.byteOffset, file.bytes.byteLength))
}

/**
 * Sends a file in parts. `mayGoOn` refuses whoever may no longer have it, before each part after the first. What breaks
 * off ends without its end, so that nobody takes the part for the whole.
 */
export function sendInParts(
  app: App,
  reply: FastifyReply,
  file: FileInParts,
  mayGoOn: () => Promise<unknown>,
): FastifyReply {
  reply.firstSentMs = reply.elapsedTime
  const parts = watched(app, file.parts, mayGoOn, () => reply.raw.destroy())
  return headed(reply, file)
    .header('cache-control', 'no-store')
    .send(Readable.from(parts, { objectMode: false }))
}

function headed(reply: FastifyReply, file: Pick<FileReply, 'mediaType' | 'name' | 'inline'>): FastifyReply {
  const name = file.name.replace(/[^\w. -]/g, '_')
  return reply
    .header('content-type', file.mediaType)
    .header(
      'content-disposition',
      `${file.inline ? 'inline' : 'attachment'}; filename="${name}"; filename*=UTF-8''${encodeURIComponent(file.name)}`,
    )
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('x-content-type-options', 'nosniff')
}

/** The same parts. Logs what breaks them off on our side, and ends whoever takes no further one. */
async function* watched(
  app: App,
  parts: AsyncIterable<Uint8Array>,
  mayGoOn: () => Promise<unknown>,
  end: () => void,
): AsyncGenerator<Uint8Array> {
  const each = parts[Symbol.asyncIterator]()
  try {
    for (let part = await each.next(); !part.done; part = await nextOf(app, each, mayGoOn)) {
      const stalled = setTimeout(end, LONGEST_STALL_MS).unref()
      try {
        yield part.value
      } finally {
        clearTimeout(stalled)
      }
    }
  } finally {
    await each.return?.()
  }
}

async function nextOf(
  app: App,
  parts: AsyncIterator<Uint8Array>,
  mayGoOn: () => Promise<unknown>,
): Promise<IteratorResult<Uint8Array>> {
  try {
    await retry(mayGoOn)
    return await parts.next()
  } catch (error) {
    if (!(error instanceof Refusal)) app.log.error('file broken off', { error })
    throw error
  }
}
