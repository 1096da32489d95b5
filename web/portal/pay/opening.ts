import { contract } from '../../../contract/index.ts'
import type { ReplyOf } from '../../../contract/route.ts'
import { createCaller } from '../../session/calls/call.ts'
import { isNobodysPortal } from '../nobodys-portal.ts'

export type OpenedLink = ReplyOf<typeof contract.portal.openPayLink>

/** An opened link, for its page. */
export interface OpenedPayLink {
  readonly linkToken: string
  readonly accessToken: string
  readonly first: OpenedLink['invoice']
}

/** A caller without a session. */
export const NOBODY = { token: null, accountId: null, customerId: null }

/** Calls of a link's holder, each with an explicit identity. */
export const callByLink = createCaller(
  () => NOBODY,
  () => {},
)

export const openLink = (token: string, signal?: AbortSignal): Promise<OpenedLink> =>
  callByLink(contract.portal.openPayLink, { body: { token } }, { signal })

export const linkInAddress = (): string => new URLSearchParams(window.location.search).get('token') ?? ''

// Requested before React runs, so that the answer is ready early on a slow processor.
let first =
  /^\/pay-invoice\/?$/.test(window.location.pathname) && !isNobodysPortal() ? openLink(linkInAddress()) : null
first?.catch(() => {})

/** Hands the request that started at page load to its first caller. */
export function takeFirstOpening(): Promise<OpenedLink> | null {
  const taken = first
  first = null
  return taken
}

/** The opened link, once known. Null when it is invalid. */
export const hearFirstOpening = async (): Promise<OpenedLink | null> =>
  (await first?.catch(() => null)) ?? null
