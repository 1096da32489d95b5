import type { FastifyReply, FastifyRequest } from 'fastify'
import { type FileBody, isFileBody, type Route } from '../../../contract/route.ts'
import type { App } from '../context.ts'
import { inTransaction } from '../context.ts'
import { underRequest } from '../log.ts'
import { networkOf } from '../network.ts'
import { refuse } from '../refusal.ts'
import { BodyBufferLimit } from './body-buffer-limit.ts'
import { type Authorizer, callerFacts, callerOf, mediaType } from './caller.ts'
import { answerThenDrain, isMoreThanDrained } from './drain.ts'
import { refuseOverload } from './overload.ts'

type FileRoute = Route & { readonly body: FileBody }
export const takesFile = (route: Route): route is FileRoute => isFileBody(route.body)

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

/** Returns the Fastify hooks and the handler of a route that receives a file. */
export type UploadGuard = (
  route: FileRoute,
  handler: Handler,
) => {
  readonly onRequest: (request: FastifyRequest, reply: FastifyReply) => Promise<void>
  readonly onSend: (request: FastifyRequest, reply: FastifyReply, payload: unknown) => Promise<unknown>
  /** Reads the file in place of a content type parser. */
  readonly read: (request: FastifyRequest, payload: NodeJS.ReadableStream) => Promise<Buffer>
  readonly handler: Handler
  /** An answer sent before the upload ends can't be compressed, and answers to uploads are short. */
  readonly compress: false
}

/**
 * Authorizes an upload before the file is read, refuses early by its headers, and limits the bytes in memory.
 * Authorizes again once the file is complete, because an upload may take minutes, in which a session can end.
 */
export function openUploadGuard(app: App, authorize: Authorizer): UploadGuard {
  const held = new BodyBufferLimit(app)
  const leftUnread = new WeakSet<FastifyRequest>()
  const markingUnread = async <T>(request: FastifyRequest, work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      if (isMoreThanDrained(request.raw)) leftUnread.add(request)
      throw error
    }
  }
  return (route, handler) => ({
    onRequest: (request, reply) =>
      underRequest(request.id, () =>
        markingUnread(request, async () => {
          const owner = await ownerOf(app, authorize, route, request)
          held.take(request, reply, owner, bytesOf(route, request))
        }),
      ),
    read: (request, payload) => markingUnread(request, () => held.read(request, payload)),
    onSend: async (request, reply, payload) =>
      leftUnread.has(request) && typeof payload === 'string'
        ? answerThenDrain(request.raw, reply, payload)
        : payload,
    handler: (request, reply) => held.whileServed(request, () => handler(request, reply)),
    compress: false,
  })
}

/** Returns the account that receives the file, or else the sender's address. Throws like the authorizer. */
async function ownerOf(
  app: App,
  authorize: Authorizer,
  route: FileRoute,
  request: FastifyRequest,
): Promise<string> {
  refuseOverload(app)
  const facts = await callerFacts(app, request)
  const authorized = await inTransaction(app, callerOf(request), { kind: 'anonymous' }, (base) =>
    authorize(base, route.access, facts),
  )
  return 'accountId' in authorized ? authorized.accountId : networkOf(request.ip)
}

/** Returns the largest possible size of the file in bytes. Throws too_large and unsupported_media_type. */
function bytesOf({ body }: FileRoute, request: FastifyRequest): number {
  const declared = request.headers['content-length']
  if (Number(declared ?? 0) > body.maxBytes) throw refuse('too_large')
  if (!body.file.includes(mediaType(request))) throw refuse('unsupported_media_type')
  return declared === undefined ? body.maxBytes : Number(declared)
}
