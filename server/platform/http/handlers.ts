import type { HandlerReplyOf, InputOf, Route } from '../../../contract/route.ts'
import type { BaseCtx, Ctx, TenantlessUnitOfWork, UnitOfWork } from '../context.ts'

/** Routes whose transaction is inside one account before their handler runs. */
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

/** The cookie of a route that declares one. */
export interface RouteCookie {
  readonly value: string | null
  set(value: string, lifeS: number): void
  /** Removes the cookie from the browser, where the request carried one. */
  remove(): void
}

type CookieOf<R extends Route> = R['cookie'] extends string ? RouteCookie : null

export interface BoundRoute {
  readonly route: Route
  readonly handle?: (ctx: never, input: never) => Promise<unknown>
  readonly handleUnitOfWork?: (uow: UnitOfWork, input: never, cookie?: never) => Promise<unknown>
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
export const onUnitOfWork = <const R extends Route>(
  route: R,
  handle: (uow: UnitOfWorkOf<R>, input: InputOf<R>, cookie: CookieOf<R>) => Promise<HandlerReplyOf<R>>,
): BoundRoute => ({
  route,
  handleUnitOfWork: handle as never,
})
