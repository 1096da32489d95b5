import { z } from 'zod'
import type { LawPaySettings } from '../../../platform/processors/lawpay-settings.ts'
import type { Outcome } from '../port.ts'
import {
  chargeShape,
  credentialsShape,
  eventShape,
  merchantShape,
  pageOf,
  refundShape,
  savedMethodShape,
  tokenShape,
} from './answer-shapes.ts'
import { callLawPay, withKey } from './call-lawpay.ts'

const chargePage = pageOf(chargeShape)
const refundPage = pageOf(refundShape)
const nothing = z.unknown()

/** The calls of LawPay in use. `key`: the secret key of an account. */
export type LawPayApi = ReturnType<typeof createLawPayApi>

export function createLawPayApi(settings: LawPaySettings) {
  return { ...platformCalls(settings), ...gatewayCalls(settings) }
}

/** Calls about access to a firm. */
function platformCalls({ platformUrl, clientId, clientSecret }: LawPaySettings) {
  return {
    token: (body: object) =>
      callLawPay({
        method: 'POST',
        url: `${platformUrl}/oauth/token`,
        body: { client_id: clientId, client_secret: clientSecret, ...body },
        answer: tokenShape,
      }),
    credentials: (accessToken: string) =>
      callLawPay({
        method: 'GET',
        url: `${platformUrl}/api/v1/chargeio_credentials`,
        authorization: `Bearer ${accessToken}`,
        answer: credentialsShape,
      }),
    deauthorize: (accessToken: string, publicKey: string) =>
      callLawPay({
        method: 'DELETE',
        url: `${platformUrl}/api/v1/merchants/${encodeURIComponent(publicKey)}/deauthorize_application`,
        authorization: `Bearer ${accessToken}`,
        answer: nothing,
      }),
  }
}

/** Calls about a firm's money. */
function gatewayCalls({ apiUrl }: LawPaySettings) {
  const get = <Shape extends z.ZodType>(key: string, path: string, answer: Shape) =>
    callLawPay({ method: 'GET', url: `${apiUrl}/v1/${path}`, authorization: withKey(key), answer })
  const post = <Shape extends z.ZodType>(key: string, path: string, body: object, answer: Shape) =>
    callLawPay({ method: 'POST', url: `${apiUrl}/v1/${path}`, authorization: withKey(key), body, answer })
  return {
    merchant: (key: string) => get(key, 'merchant', merchantShape),
    changeMerchant: (key: string, changes: object) =>
      callLawPay({
        method: 'PATCH',
        url: `${apiUrl}/v1/merchant`,
        authorization: withKey(key),
        body: changes,
        answer: merchantShape,
      }),
    charge: (key: string, body: object) => post(key, 'charges', body, chargeShape),
    readCharge: (key: string, id: string) => get(key, `charges/${encodeURIComponent(id)}`, chargeShape),
    capture: (key: string, id: string, amount: number) =>
      post(key, `charges/${encodeURIComponent(id)}/capture`, { amount }, chargeShape),
    refund: (key: string, id: string, body: object) =>
      post(key, `charges/${encodeURIComponent(id)}/refund`, body, refundShape),
    void: (key: string, id: string) =>
      post(key, `transactions/${encodeURIComponent(id)}/void`, {}, chargeShape),
    listCharges: (key: string, query: Readonly<Record<string, string>>) =>
      get(key, `transactions?${new URLSearchParams({ ...query, type: 'CHARGE' })}`, chargePage),
    listRefunds: (key: string, query: Readonly<Record<string, string>>) =>
      get(key, `transactions?${new URLSearchParams({ ...query, type: 'REFUND' })}`, refundPage),
    saveMethod: (key: string, kind: 'cards' | 'banks', tokenId: string) =>
      post(key, kind, { token_id: tokenId }, savedMethodShape),
    forgetMethod: (key: string, kind: 'cards' | 'banks', id: string): Promise<Outcome<unknown>> =>
      callLawPay({
        method: 'DELETE',
        url: `${apiUrl}/v1/${kind}/${encodeURIComponent(id)}`,
        authorization: withKey(key),
        answer: nothing,
      }),
    readEvent: (key: string, id: string) => get(key, `events/${encodeURIComponent(id)}`, eventShape),
  }
}
