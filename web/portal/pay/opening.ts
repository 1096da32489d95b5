import { contract } from '../../../contract/index.ts'
import type { ReplyOf } from '../../../contract/route.ts'
import { createCaller } from '../../session/calls/call.ts'
import { isNobodysPortal } from '../nobodys-portal.ts'

export type OpenedLink = ReplyOf<typeof contract.portal.openPayLink>

/** Calls of a link's holder, who says each time who they are. */
export const callByLink = createCaller(
  () => ({ token: null, accountId: null, customerId: null }),
  () => {},
)

export const openLink = (token: string, signal?: AbortSignal): Promise<OpenedLink> =>
  callByLink(contract.portal.openPayLink, { body: { token } }, { signal })

export const linkInAddress = (): string => new URLSearchParams(window.location.search).get('token') ?? ''

// Asked for before React has run: on a slow processor the answer is there once it has.
let first =
  /^\/pay-invoice\/?$/.test(window.location.pathname) && !isNobodysPortal() ? openLink(linkInAddress()) : null
first?.catch(() => {})

/** What was asked for when the page was loaded, to whoever asks first. */
export function takeFirstOpening(): Promise<OpenedLink> | null {
  const taken = first
  first = null
  return taken
}

/** What the link opened, once it is known. Null when it opened nothing. */
export const hearFirstOpening = async (): Promise<OpenedLink | null> =>
  (await first?.catch(() => null)) ?? null
