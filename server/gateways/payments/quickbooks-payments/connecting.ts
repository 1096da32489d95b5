import type { IntuitSettings } from '../../../platform/processors/intuit-settings.ts'
import { authorizePage, requestIntuitTokens, revokeToken } from '../../intuit/oauth.ts'
import { refreshGrant } from '../../oauth/request-tokens.ts'
import { failed, type PaymentProcessor, succeeded } from '../port.ts'
import { storedListShape } from './answer-shapes.ts'
import type { PaymentsClient } from './call-payments.ts'

type Connecting = Required<
  Pick<
    PaymentProcessor,
    'callbackPath' | 'connectStart' | 'connectFinish' | 'refresh' | 'disconnect' | 'health'
  >
>

const SCOPE = 'com.intuit.quickbooks.payment'
/** A company's id. */
const REALM = /^\d{1,30}$/
/** Nobody's methods: reading them shows that the company's payments can be reached, and nothing else. */
const PROBE = 'customers/quittance/cards'

/** Connects companies by Intuit's OAuth, as QuickBooks Online, but with access to payments only. */
export const connecting = (
  call: PaymentsClient,
  settings: IntuitSettings,
  { wallNow, live }: { readonly wallNow: () => number; readonly live: boolean },
): Connecting => ({
  callbackPath: '/quickbooks-payments-callback',
  connectStart: async (given) => ({ url: authorizePage(settings, { ...given, scope: SCOPE }) }),
  async connectFinish({ code = '', realmId = '' }, redirectUri, verifier) {
    if (!REALM.test(realmId))
      return failed({
        kind: 'invalid',
        code: 'no_company',
        businessMessage: 'Intuit didn’t say which company you chose. Connect again.',
        raw: null,
      })
    const grant = {
      grant_type: 'authorization_code' as const,
      code,
      redirect_uri: redirectUri,
      code_verifier: verifier,
    }
    const tokens = await requestIntuitTokens(settings, wallNow, grant)
    return tokens.ok ? succeeded({ ...tokens.value, remoteId: realmId, live }) : tokens
  },
  refresh: ({ refreshToken }) => requestIntuitTokens(settings, wallNow, refreshGrant(refreshToken)),
  disconnect: ({ credentials }) => revokeToken(settings, credentials?.refreshToken ?? ''),
  async health(connection) {
    const read = await call(connection, { method: 'GET', path: PROBE, answer: storedListShape })
    if (!read.ok && read.error.kind !== 'not_found') return read
    const { remoteId = '' } = connection
    return succeeded({ remoteId, name: `QuickBooks company ${remoteId}`, chargesEnabled: true })
  },
})
