import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { FileInParts, FileReply } from '../../../contract/route.ts'
import type { App } from '../context.ts'
import { retry } from '../control/retry.ts'
import { Refusal } from '../refusal.ts'

/** A reader that accepts nothing for this long has disconnected. */
const LONGEST_STALL_MS = 60_000

declare module 'fastify' {
  interface FastifyReply {
    /** Time to the first byte of an answer that is streamed at its reader's pace. */
    firstSentMs?: number
  }
}

/** Sends a file under its name, with a sandboxing policy. */
export function sendFile(reply: FastifyReply, file: FileReply): FastifyReply {
  return headed(reply, file)
    .header('cache-control', file.immutable ? 'public, max-age=31536000, immutable' : 'no-store')
    .send(Buffer.from(file.bytes.buffer, file.bytes.byteOffset, file.bytes.byteLength))
}

/**
 * Streams a file. The first part is read before any header is set, so that a refusal is answered as one. Before each later part,
 * `checkAccess` throws when the reader may no longer have it. A failed stream ends without its terminator, so that nobody takes a
 * part for the whole.
 */
export async function sendInParts(
  app: App,
  reply: FastifyReply,
  file: FileInParts,
  checkAccess: () => Promise<unknown>,
): Promise<FastifyReply> {
  const each = file.parts[Symbol.asyncIterator]()
  const first = await each.next()
  reply.firstSentMs = reply.elapsedTime
  const parts = monitorParts(app, each, first, checkAccess, () => reply.raw.destroy())
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

/** Yields the same parts. Logs errors on this side and ends the connection of a reader that stalls. */
async function* monitorParts(
  app: App,
  each: AsyncIterator<Uint8Array>,
  first: IteratorResult<Uint8Array>,
  checkAccess: () => Promise<unknown>,
  end: () => void,
): AsyncGenerator<Uint8Array> {
  try {
    for (let part = first; !part.done; part = await nextOf(app, each, checkAccess)) {
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
  checkAccess: () => Promise<unknown>,
): Promise<IteratorResult<Uint8Array>> {
  try {
    await retry(checkAccess)
    return await parts.next()
  } catch (error) {
    if (!(error instanceof Refusal)) app.log.error('file broken off', { error })
    throw error
  }
}
