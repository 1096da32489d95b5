import { contract } from '../../../contract/index.ts'
import type { Route } from '../../../contract/route.ts'
import { ApiError } from '../../session/calls/api-error.ts'
import { forgetKeptSession, keepSession, keptSession } from './kept-session.ts'
import { callByLink, NOBODY, openLink } from './opening.ts'
import type { Payer } from './payer.ts'

/** Calls that read earlier payments. */
const READS: readonly Route[] = [
  contract.payments.ofInvoice,
  contract.payments.payerRead,
  contract.payments.receipt,
]

export interface LinkCaller {
  readonly call: Payer['call']
  /** Stores the session after a payment, so that this tab can name its card after a reload. */
  readonly keep: (unlocked: boolean) => void
}

/**
 * Calls as the link's holder. Reopens the link once when the access token has expired. A session stored
 * before a reload continues, except that an unlocked one only reads payments: stored methods need a new code.
 */
export function linkCaller(linkToken: string, accessToken: string): LinkCaller {
  let kept = keptSession(linkToken)
  let token = kept && !kept.unlocked ? kept.token : accessToken
  const call: Payer['call'] = async (route, request, options) => {
    const as = (holder: string) =>
      callByLink(route, request, { ...options, identity: { ...NOBODY, token: holder } })
    const holder = kept && READS.includes(route) ? kept.token : token
    try {
      return await as(holder)
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401) throw error
      if (holder === kept?.token) {
        kept = null
        forgetKeptSession()
      }
      if (holder === token) token = (await openLink(linkToken)).token
      return as(token)
    }
  }
  const keep = (unlocked: boolean): void => {
    if (kept?.unlocked) return
    kept = { token, unlocked }
    keepSession(linkToken, kept)
  }
  return { call, keep }
}
