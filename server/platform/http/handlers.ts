import type { HandlerReplyOf, InputOf, Route } from '../../../contract/route.ts'
import type { BaseCtx, Ctx, TenantlessUnitOfWork, UnitOfWork } from '../context.ts'

/** Context type of a route: inside one account before its handler runs, or possibly without one. */
type Inside<R extends Route> = R['access']['kind'] extends 'staff' | 'customer' | 'payer' | 'preview'
  ? Ctx
  : R['access'] extends { host: 'company' }
    ? Ctx
    : R['access'] extends { host: 'either' } | { kind: 'login' }
      ? BaseCtx | Ctx
      : BaseCtx

type UnitOfWorkOf<R extends Route> = R['access'] extends { kind: 'login' }
  ? UnitOfWork | TenantlessUnitOfWork
  : Inside<R> extends Ctx
    ? UnitOfWork
    : TenantlessUnitOfWork

/** Cookie of a route that declares one. */
export interface RouteCookie {
  readonly value: string | null
  set(value: string, lifeS: number): void
  /** Removes the cookie from the browser when the request carried one. */
  remove(): void
}

type CookieOf<R extends Route> = R['cookie'] extends string ? RouteCookie : null

export interface BoundRoute {
  readonly route: Route
  readonly handle?: (ctx: never, input: never) => Promise<unknown>
  readonly handleUnitOfWork?: (uow: UnitOfWork, input: never, cookie?: never) => Promise<unknown>
}

/** Binds a route to an action that runs in one transaction, which commits after the action returns. */
export const on = <const R extends Route>(
  route: R,
  handle: (ctx: Inside<R>, input: InputOf<R>) => Promise<HandlerReplyOf<R>>,
): BoundRoute => ({
  route,
  handle: handle as never,
})

/**
 * Binds a route to an action with a slow step between its transactions: a call to an outside service or a password hash.
 */
export const onUnitOfWork = <const R extends Route>(
  route: R,
  handle: (uow: UnitOfWorkOf<R>, input: InputOf<R>, cookie: CookieOf<R>) => Promise<HandlerReplyOf<R>>,
): BoundRoute => ({
  route,
  handleUnitOfWork: handle as never,
})
