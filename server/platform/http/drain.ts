import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** Of a body that nobody wants so much is still taken, and for so long, so that its sender gets to read why. */
const MOST_DRAINED_BYTES = 256 * 1024
const LONGEST_DRAIN_MS = 2_000

/** Whether the connection can't go on behind this body, as more may come than is worth taking. */
export const isMoreThanDrained = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > MOST_DRAINED_BYTES

/**
 * An answer that is whole at once, but ends only when enough of the unwanted body was thrown away; then the connection
 * ends. Closing it at once would reset it, and a reset makes many clients forget an answer that they have not read.
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
      if (taken > MOST_DRAINED_BYTES) over()
    }
    const timer = setTimeout(over, LONGEST_DRAIN_MS)
    body.on('data', count).once('end', over).once('close', over)
  })
}
