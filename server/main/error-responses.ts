import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorCode } from '../../contract/errors.ts'
import type { App } from '../platform/context.ts'
import { type ErrorReply, errorReply } from '../platform/http/error-reply.ts'
import { newId } from '../platform/ids.ts'
import { readerLanguage } from '../platform/languages/reader-language.ts'
import { refuse } from '../platform/refusal.ts'
import { apiHeaders } from './pages/security-headers.ts'

/** Answers every error of routes and hooks and logs bugs. */
export function addErrorAnswers(server: FastifyInstance, app: App): void {
  server.setErrorHandler((error, request, reply) => {
    const answer = errorReply(error, request.id, readerLanguage(request))
    if (answer.status === 500)
      app.log.error('request failed', {
        requestId: request.id,
        method: request.method,
        route: request.routeOptions.url,
        error,
      })
    return send(reply, answer)
  })
}

/** Answers unknown addresses: 405 with the allowed methods where only the method is wrong, else 404. */
export function answerNotFound(
  request: FastifyRequest,
  reply: FastifyReply,
  methodsOf: (path: string) => string[],
): FastifyReply {
  const methods = methodsOf(request.url.split('?')[0]!)
  if (methods.length === 0 || methods.includes(request.method))
    return send(reply, errorReply(refuse('not_found'), request.id))
  reply.header('allow', methods.join(', '))
  return send(reply, errorReply(refuse('method_not_allowed'), request.id))
}

/** Answers an unparsable address, which reaches no route and runs no hook. */
export const answerUnroutable =
  (app: App) =>
  (error: Error, request: FastifyRequest, reply: FastifyReply): void => {
    reply.header('x-request-id', request.id)
    apiHeaders(app.config, request, reply)
    send(reply, errorReply(error, request.id))
  }

function send(reply: FastifyReply, answer: ErrorReply): FastifyReply {
  if (answer.retryAfterSeconds !== undefined) reply.header('retry-after', String(answer.retryAfterSeconds))
  return reply.code(answer.status).send(answer.body)
}

interface ConnectionFailure {
  readonly code?: string
  /** The bytes that arrived last. */
  readonly rawPacket?: unknown
}

/**
 * Answers invalid HTTP and slow headers directly on the socket, which then closes. A connection that timed out before
 * its first byte closes without an answer: browsers open some ahead of their next request.
 */
export const answerBrokenRequest =
  (app: App) =>
  (error: ConnectionFailure, socket: Socket): void => {
    const silent = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && socket.bytesRead === 0
    if (error.code === 'ECONNRESET' || silent || !socket.writable) {
      socket.destroy()
      return
    }
    const requestId = newId(app.clock.wallNow())
    const { status, body } = errorReply(refuse(whatBroke(error)), requestId)
    const text = JSON.stringify(body)
    const head = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(text)}`,
      `x-request-id: ${requestId}`,
      'x-content-type-options: nosniff',
      'cache-control: no-store',
      "content-security-policy: default-src 'none'; frame-ancestors 'none'",
      'connection: close',
    ]
    socket.end(`${head.join('\r\n')}\r\n\r\n${text}`)
  }

function whatBroke(error: ConnectionFailure): ErrorCode {
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'request_timed_out'
  if (error.code !== 'HPE_HEADER_OVERFLOW') return 'malformed_request'
  // When not even the first line is complete, the address is too long.
  return Buffer.isBuffer(error.rawPacket) && error.rawPacket.includes('\r\n')
    ? 'headers_too_large'
    : 'address_too_long'
}
