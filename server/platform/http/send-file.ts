import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { FileInParts, FileReply } from '../../../contract/route.ts'
import type { App } from '../context.ts'

/** Who takes no further part for this long has gone. */
const LONGEST_STALL_MS = 60_000

/**
 * Sends a file under its name, in a frame without rights. A file in parts that breaks off ends without its end, so that
 * nobody takes the part for the whole.
 */
export function sendFile(app: App, reply: FastifyReply, file: FileReply | FileInParts): FastifyReply {
  const name = file.name.replace(/[^\w. -]/g, '_')
  const { inline, immutable } = 'parts' in file ? { inline: false, immutable: false } : file
  reply
    .header('content-type', file.mediaType)
    .header(
      'content-disposition',
      `${inline ? 'inline' : 'attachment'}; filename="${name}"; filename*=UTF-8''${encodeURIComponent(file.name)}`,
    )
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', immutable ? 'public, max-age=31536000, immutable' : 'no-store')
  if (!('parts' in file))
    return reply.send(Buffer.from(file.bytes.buffer, file.bytes.byteOffset, file.bytes.byteLength))
  return reply.send(
    Readable.from(
      watched(app, file.parts, () => reply.raw.destroy()),
      { objectMode: false },
    ),
  )
}

/** The same parts. Logs what breaks them off, and ends whoever takes no further one. */
async function* watched(
  app: App,
  parts: AsyncIterable<Uint8Array>,
  end: () => void,
): AsyncGenerator<Uint8Array> {
  try {
    for await (const part of parts) {
      const stalled = setTimeout(end, LONGEST_STALL_MS).unref()
      try {
        yield part
      } finally {
        clearTimeout(stalled)
      }
    }
  } catch (error) {
    app.log.error('file broken off', { error })
    throw error
  }
}
