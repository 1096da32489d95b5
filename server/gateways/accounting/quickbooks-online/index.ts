import type { IntuitSettings } from '../../../platform/processors/intuit-settings.ts'
import { authorizePage, requestIntuitTokens, revokeToken } from '../../intuit/oauth.ts'
import { refreshGrant } from '../../oauth/request-tokens.ts'
import type { AccountingPlatform } from '../port.ts'
import { createClient, readPdf } from './client.ts'
import { addLateFee, findLateFee, removeLateFee } from './invoice-fees.ts'
import { applyCredit, findPayment, postPayment, reversePayment } from './posting.ts'
import { pull, readChanges, readChoices, readCompany, readOne, readPosition } from './reading.ts'
import { findSurcharge, postSurcharge, reverseSurcharge } from './surcharges.ts'
import { readWebhook } from './webhook.ts'

const SCOPE = 'com.intuit.quickbooks.accounting'

/** A company's id. It becomes a part of addresses. */
const REALM = /^\d{1,30}$/

const FEATURES = {
  post_payments: true,
  apply_credit: true,
  late_fees: true,
  tax_codes: true,
  items: true,
  accounts: true,
  multi_currency: true,
  surcharges: true,
  pdf: true,
} as const

/** QuickBooks Online: reads by query and change data capture, posts by the payment call. */
export function createQuickBooksOnline(settings: IntuitSettings, wallNow: () => number): AccountingPlatform {
  const call = createClient(settings)
  const { webhookToken } = settings
  const posting = { call, appUrl: settings.appUrl }
  const reading = { ...posting, wallNow, currencies: new Map<string, string>() }
  return {
    id: 'quickbooks',
    name: 'QuickBooks Online',
    features: { ...FEATURES, webhooks: webhookToken !== null },
    connectStart: (given) => ({ url: authorizePage(settings, { ...given, scope: SCOPE }) }),
    async connectFinish({ code, realmId, verifier = '' }, redirectUri) {
      if (!REALM.test(realmId))
        return { ok: false, error: { kind: 'invalid', code: 'no_company', raw: null } }
      const grant = {
        grant_type: 'authorization_code' as const,
        code,
        redirect_uri: redirectUri,
        code_verifier: verifier,
      }
      const tokens = await requestIntuitTokens(settings, wallNow, grant)
      return tokens.ok ? { ok: true, value: { ...tokens.value, remoteId: realmId } } : tokens
    },
    refresh: ({ refreshToken }) => requestIntuitTokens(settings, wallNow, refreshGrant(refreshToken)),
    disconnect: ({ credentials }) => revokeToken(settings, credentials?.refreshToken ?? ''),
    company: (connection) => readCompany(reading, connection),
    position: (connection) => readPosition(reading, connection),
    pull: (connection, kind, cursor) => pull(reading, connection, kind, cursor),
    changes: (connection, position) => readChanges(reading, connection, position),
    read: (connection, kind, remoteId) => readOne(reading, connection, kind, remoteId),
    choices: (connection, list) => readChoices(reading, connection, list),
    postPayment: (connection, payment, key) => postPayment(posting, connection, payment, key),
    applyCredit: (connection, credit, key) => applyCredit(posting, connection, credit, key),
    findPayment: (connection, reference, sought) => findPayment(posting, connection, reference, sought),
    reversePayment: (connection, given, key) => reversePayment(posting, connection, given, key),
    addLateFee: (connection, fee, key) => addLateFee(posting, connection, fee, key),
    findLateFee: (connection, fee) => findLateFee(posting, connection, fee),
    removeLateFee: (connection, fee, key) => removeLateFee(posting, connection, fee, key),
    postSurcharge: (connection, surcharge, key) => postSurcharge(posting, connection, surcharge, key),
    findSurcharge: (connection, reference) => findSurcharge(posting, connection, reference),
    reverseSurcharge: (connection, given, key) => reverseSurcharge(posting, connection, given, key),
    invoicePdf: (connection, remoteId) => readPdf(settings, connection, remoteId),
    ...(webhookToken !== null && {
      verifyWebhook: (headers: Readonly<Record<string, string | undefined>>, body: Buffer) =>
        readWebhook(webhookToken, headers, body),
    }),
  }
}
