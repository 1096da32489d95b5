import type { XeroSettings } from '../../../platform/processors/xero-settings.ts'
import { refreshGrant } from '../../oauth/request-tokens.ts'
import type { AccountingPlatform } from '../port.ts'
import { CallBudget } from './budget.ts'
import { createClient } from './client.ts'
import { findPayment } from './find-payment.ts'
import { addLateFee, findLateFee, removeLateFee } from './late-fees.ts'
import { authorizePage, finishConsent, removeConnection, requestXeroTokens } from './oauth.ts'
import { applyCredit, postPayment } from './posting.ts'
import { readChoices, readCompany } from './read-company.ts'
import { pull, readChanges, readOne, readPosition } from './reading.ts'
import { reversePayment } from './reverse-payment.ts'
import { findSurcharge, postSurcharge, reverseSurcharge } from './surcharges.ts'
import { readWebhook } from './webhook.ts'

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

/** Xero: reads pages of what changed since an instant, posts by payments, batches and allocations. */
export function createXero(settings: XeroSettings, wallNow: () => number): AccountingPlatform {
  const call = createClient(settings, new CallBudget(wallNow))
  const posting = { call, appUrl: settings.appUrl }
  const { webhookKey } = settings
  const reading = { ...posting, wallNow }
  return {
    id: 'xero',
    name: 'Xero',
    features: { ...FEATURES, webhooks: webhookKey !== null },
    connectStart: (given) => ({ url: authorizePage(settings, given) }),
    connectFinish: ({ code, verifier = '' }, redirectUri) =>
      finishConsent(settings, wallNow, { code, verifier, redirectUri }),
    refresh: ({ refreshToken }) => requestXeroTokens(settings, wallNow, refreshGrant(refreshToken)),
    disconnect: (connection) => removeConnection(settings, connection),
    company: (connection) => readCompany(call, connection),
    position: (connection) => readPosition(reading, connection),
    pull: (connection, kind, cursor) => pull(reading, connection, kind, cursor),
    changes: (connection, position) => readChanges(reading, connection, position),
    read: (connection, kind, remoteId) => readOne(reading, connection, kind, remoteId),
    choices: (connection, list) => readChoices(call, connection, list),
    postPayment: (connection, payment, key) => postPayment(posting, connection, payment, key),
    applyCredit: (connection, credit, key) => applyCredit(posting, connection, credit, key),
    findPayment: (connection, reference, sought) => findPayment(posting, connection, reference, sought),
    reversePayment: (connection, ref, key) => reversePayment(posting, connection, ref, key),
    addLateFee: (connection, fee, key) => addLateFee(posting, connection, fee, key),
    findLateFee: (connection, fee) => findLateFee(posting, connection, fee),
    removeLateFee: (connection, fee, key) => removeLateFee(posting, connection, fee, key),
    postSurcharge: (connection, surcharge, key) => postSurcharge(posting, connection, surcharge, key),
    findSurcharge: (connection, reference) => findSurcharge(posting, connection, reference),
    reverseSurcharge: (connection, ref, key) => reverseSurcharge(posting, connection, ref, key),
    invoicePdf: async (connection, remoteId) => {
      const path = `Invoices/${encodeURIComponent(remoteId)}`
      const answer = await call(connection, { method: 'GET', path, accept: 'application/pdf' })
      return answer.ok ? { ok: true, value: answer.value as Uint8Array } : answer
    },
    ...(webhookKey !== null && {
      verifyWebhook: (headers: Readonly<Record<string, string | undefined>>, body: Buffer) =>
        readWebhook(webhookKey, headers, body),
    }),
  }
}
