import type { HandlerReplyOf, InputOf, Route } from '../../../contract/route.ts'
import type { BaseCtx, Ctx, OpenSteps, Steps } from '../context.ts'

/** Routes whose transaction is inside one account before their handler runs. */
type Inside<R extends Route> = R['access']['kind'] extends 'staff' | 'customer' | 'payer' | 'preview'
  ? Ctx
  : R['access'] extends { host: 'company' }
    ? Ctx
    : R['access'] extends { host: 'either' } | { kind: 'login' }
      ? BaseCtx | Ctx
      : BaseCtx

type StepsOf<R extends Route> = R['access'] extends { kind: 'login' }
  ? Steps | OpenSteps
  : Inside<R> extends Ctx
    ? Steps
    : OpenSteps

export interface BoundRoute {
  readonly route: Route
  readonly handle?: (ctx: never, input: never) => Promise<unknown>
  readonly handleInSteps?: (steps: Steps, input: never) => Promise<unknown>
}

/** Binds a route to an action that works in one transaction, committed after it returns. */
export const on = <const R extends Route>(
  route: R,
  handle: (ctx: Inside<R>, input: InputOf<R>) => Promise<HandlerReplyOf<R>>,
): BoundRoute => ({
  route,
  handle: handle as never,
})

/** Binds a route to an action that does something slow between transactions of its own: a provider's call, a password's hash. */
export const onInSteps = <const R extends Route>(
  route: R,
  handle: (steps: StepsOf<R>, input: InputOf<R>) => Promise<HandlerReplyOf<R>>,
): BoundRoute => ({
  route,
  handleInSteps: handle as never,
})
