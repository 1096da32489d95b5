import type { ClioSettings } from '../../../platform/processors/clio-settings.ts'
import { refreshGrant } from '../../oauth/request-tokens.ts'
import type { AccountingPlatform, Connection, Outcome } from '../port.ts'
import { CallLimit } from './call-limit.ts'
import { createClient } from './client.ts'
import { failure } from './failure.ts'
import { authorizePage, endAccess, finishConsent, requestClioTokens } from './oauth.ts'
import { readAccounts, readCompany, readCurrency } from './read-company.ts'
import { readOne } from './read-one.ts'
import { pull, readChanges, readPosition } from './reading.ts'
import { endWebhooks, keepWebhooks, readWebhook, webhookName, webhookNames } from './webhooks.ts'

const FEATURES = {
  post_payments: false,
  manual_payments: true,
  apply_credit: false,
  late_fees: false,
  tax_codes: false,
  items: false,
  accounts: true,
  multi_currency: true,
  surcharges: false,
  pdf: false,
  webhooks: true,
} as const

/** Its API records no payment that was made elsewhere, so that nothing is ever posted. */
const readOnly = async (): Promise<Outcome<never>> =>
  failure('unsupported', 'read_only', {
    userMessage: 'Clio’s API does not record payments. Enter it in Clio.',
  })

/** Clio Manage: reads contacts, bills, credit memos and what settled bills. */
export function createClio(settings: ClioSettings, wallNow: () => number): AccountingPlatform {
  const call = createClient(settings, new CallLimit(wallNow), wallNow)
  const currencyOf = (connection: Connection) => readCurrency(call, connection)
  const reading = { call, url: settings.url, currencyOf }
  return {
    id: 'clio',
    name: 'Clio',
    features: FEATURES,
    connectStart: (given) => ({ url: authorizePage(settings, given) }),
    connectFinish: ({ code }, redirectUri) => finishConsent(settings, call, wallNow, { code, redirectUri }),
    refresh: ({ refreshToken }) => requestClioTokens(settings, wallNow, refreshGrant(refreshToken)),
    async disconnect(connection) {
      await endWebhooks(call, connection)
      return endAccess(settings, connection)
    },
    company: (connection) => readCompany(call, connection),
    position: (connection) => readPosition(reading, connection),
    pull: (connection, kind, cursor) => pull(reading, connection, kind, cursor),
    changes: (connection, position) => readChanges(reading, connection, position),
    read: (connection, kind, remoteId) => readOne(reading, connection, kind, remoteId),
    choices: async (connection, list) =>
      list === 'accounts' ? readAccounts(call, connection) : { ok: true, value: [] },
    postPayment: readOnly,
    applyCredit: readOnly,
    findPayment: async () => ({ ok: true, value: null }),
    reversePayment: readOnly,
    keepWebhooks: (connection, address) => keepWebhooks(call, connection, address, wallNow()),
    webhookNames,
    webhookName,
    verifyOwnWebhook: readWebhook,
  }
}
