import type { FastifyRequest } from 'fastify'
import { idempotencyOf, type Route } from '../../../../contract/route.ts'
import type { Actor, App, Caller, Ctx } from '../../context.ts'
import { inAccount } from '../../context.ts'
import { hashOf, sha256 } from '../../ids.ts'
import { Refusal, refuse, refuseFields } from '../../refusal.ts'
import { errorReply } from '../error-reply.ts'
import { claimKey, type KeptAnswer, keepAnswer, keepUnknown, releaseKey } from './kept-answers.ts'

const HEADER = 'idempotency-key'
const KEY = /^[\x21-\x7e]{1,255}$/

/**
 * Returns the Idempotency-Key of a request that writes; null without one, and for reads and files, which change nothing.
 * Throws invalid_input for a malformed key and idempotency_unsupported where answers aren't kept.
 */
export function idempotencyKeyOf(route: Route, request: FastifyRequest): string | null {
  const key = request.headers[HEADER]
  const treatment = idempotencyOf(route)
  if (key === undefined || treatment === 'read') return null
  if (treatment === 'refused') throw refuse('idempotency_unsupported')
  if (typeof key !== 'string' || !KEY.test(key))
    throw refuseFields({
      non_field_errors: ['An Idempotency-Key has 1 to 255 printable characters without spaces.'],
    })
  return key
}

/** A request with an Idempotency-Key, after its caller was authorized. */
export interface OnceRequest {
  readonly app: App
  readonly caller: Caller
  readonly key: string
  readonly request: FastifyRequest
  /** Context of the transaction that authorized the caller, which has ended. */
  readonly admitted: Ctx
  /** True when all effects are in the transaction that keeps the answer. */
  readonly isOneTransaction: boolean
}

/**
 * Runs `work` once for a key: the same request gets the same answer without another effect. `work` passes its answer to `keep`
 * in the transaction of its effect, if it has only one. A request that failed without an effect may be made again.
 */
export async function answerOnce(
  once: OnceRequest,
  work: (keep: (ctx: Ctx, answer: KeptAnswer) => Promise<void>) => Promise<KeptAnswer>,
): Promise<{ readonly answer: KeptAnswer; readonly isReplay: boolean }> {
  const { app, caller, key, request, admitted } = once
  const inside = <T>(run: (ctx: Ctx) => Promise<T>): Promise<T> =>
    inAccount(app, caller, admitted.actor, admitted.accountId, run)
  const keyHash = sha256(`${callerId(admitted.actor)} ${key}`)
  // An action with a request_id of its own has its effect once.
  const hasRequestId = typeof (request.body as { request_id?: unknown } | null)?.request_id === 'string'
  const mayRunAgain = once.isOneTransaction || hasRequestId
  const claim = await inside((ctx) => claimKey(ctx, keyHash, requestHashOf(request), mayRunAgain))
  if (!claim.isNew) return { answer: claim.answer, isReplay: true }
  try {
    const answer = await work((ctx, result) => keepAnswer(ctx, claim.id, result))
    if (!once.isOneTransaction) await inside((ctx) => keepAnswer(ctx, claim.id, answer))
    return { answer, isReplay: false }
  } catch (error) {
    await inside((ctx) => settleFailure(ctx, claim.id, error, mayRunAgain, request.id))
    throw error
  }
}

/** Keeps a refusal that may stand beside effects, such as a declined payment. */
async function settleFailure(
  ctx: Ctx,
  id: string,
  error: unknown,
  mayRunAgain: boolean,
  requestId: string,
): Promise<void> {
  if (mayRunAgain) return releaseKey(ctx, id)
  if (!(error instanceof Refusal)) return keepUnknown(ctx, id)
  const { status, body } = errorReply(error, requestId, ctx.language)
  return status === 429 || status >= 500 ? releaseKey(ctx, id) : keepAnswer(ctx, id, { status, body })
}

function callerId(actor: Actor): string {
  switch (actor.kind) {
    case 'staff':
      return `staff ${actor.userId}`
    case 'api_key':
      return `api_key ${actor.keyId}`
    case 'customer':
      return `customer ${actor.portalUserId}`
    case 'pay_link':
      return `pay_link ${actor.sessionId}`
    default:
      throw refuse('idempotency_unsupported')
  }
}

const requestHashOf = ({ method, url, body, headers }: FastifyRequest): Buffer =>
  hashOf({
    method,
    url,
    customer: headers['x-customer-id'],
    body: Buffer.isBuffer(body) ? sha256(body).toString('hex') : body,
  })
