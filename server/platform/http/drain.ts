import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** Bytes and time for which a rejected body is still read, so that its sender can read the error. */
const MAX_DRAINED_BYTES = 256 * 1024
const LONGEST_DRAIN_MS = 2_000

/** True when the connection can't be reused after this body, because more may arrive than is drained. */
export const isMoreThanDrained = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > MAX_DRAINED_BYTES

/**
 * Sends a complete answer at once but ends it only after enough of the rejected body was discarded; then the
 * connection ends. Closing it earlier would reset it, and many clients lose an unread answer on a reset.
 */
export function answerThenDrain(body: IncomingMessage, reply: FastifyReply, text: string): Readable {
  reply.header('connection', 'close').header('content-length', Buffer.byteLength(text))
  return Readable.from(
    (async function* () {
      yield Buffer.from(text)
      await drain(body)
    })(),
  )
}

function drain(body: IncomingMessage): Promise<void> {
  if (body.complete || body.destroyed) return Promise.resolve()
  return new Promise((resolve) => {
    let taken = 0
    const over = () => {
      clearTimeout(timer)
      body.off('data', count).off('end', over).off('close', over).pause()
      resolve()
    }
    const count = (chunk: Buffer) => {
      taken += chunk.length
      if (taken > MAX_DRAINED_BYTES) over()
    }
    const timer = setTimeout(over, LONGEST_DRAIN_MS)
    body.on('data', count).once('end', over).once('close', over)
  })
}
