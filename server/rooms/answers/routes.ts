import { answers } from '../../../contract/worklist/answers.ts'
import { type BoundRoute, on } from '../../platform/http/handlers.ts'
import { openDispute } from './actions/disputes/open-dispute.ts'
import { recordDispute } from './actions/disputes/record-dispute.ts'
import { resolveDispute } from './actions/disputes/resolve-dispute.ts'
import { makePromise } from './actions/promises/make-promise.ts'
import { recordPromise } from './actions/promises/record-promise.ts'
import { withdrawPromise } from './actions/promises/withdraw-promise.ts'
import { listAnswers } from './actions/read/list-answers.ts'

export const answersRoutes: BoundRoute[] = [
  on(answers.promise, (ctx, { params, body }) => makePromise(ctx, params.invoice, body)),
  on(answers.dispute, (ctx, { params, body }) => openDispute(ctx, params.invoice, body)),
  on(answers.list, (ctx, { params }) => listAnswers(ctx, params.invoice)),
  on(answers.recordPromise, (ctx, { params, body }) => recordPromise(ctx, params.invoice, body)),
  on(answers.withdrawPromise, (ctx, { params, body }) => withdrawPromise(ctx, params.promise, body.note)),
  on(answers.recordDispute, (ctx, { params, body }) => recordDispute(ctx, params.invoice, body)),
  on(answers.resolveDispute, (ctx, { params, body }) => resolveDispute(ctx, params.dispute, body.resolution)),
]
