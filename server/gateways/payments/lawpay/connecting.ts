import type { LawPaySettings } from '../../../platform/processors/lawpay-settings.ts'
import { type Credentials, failed, type Outcome, type PaymentProcessor, succeeded } from '../port.ts'
import { firmAccountOf, firmKeyOf, publicKeyOf } from './accounts.ts'
import type { LawPayApi } from './lawpay-api.ts'

type Connecting = Required<
  Pick<
    PaymentProcessor,
    'callbackPath' | 'connectStart' | 'connectFinish' | 'disconnect' | 'health' | 'subscribe'
  >
>

/** Connects law firms by LawPay's OAuth, which gives the keys of the firm's accounts. */
export const connecting = (api: LawPayApi, settings: LawPaySettings): Connecting => ({
  callbackPath: '/lawpay-callback',
  async connectStart({ state, redirectUri }) {
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: settings.clientId,
      redirect_uri: redirectUri,
      scope: 'payments',
      state,
    })
    return { url: `${settings.oauthUrl}/oauth/authorize?${query}` }
  },
  async connectFinish({ code = '' }, redirectUri) {
    const token = await api.token({
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
      scope: 'payments',
    })
    return token.ok ? readCredentials(api, settings, token.value.access_token) : token
  },
  async disconnect(connection) {
    const token = await api.token({ grant_type: 'client_credentials', scope: 'tenant' })
    if (!token.ok) return token
    const ended = await api.deauthorize(token.value.access_token, publicKeyOf(connection))
    return ended.ok ? succeeded(undefined) : ended
  },
  async health(connection) {
    const merchant = await api.merchant(firmKeyOf(connection))
    if (!merchant.ok) {
      // A key is refused once access was ended; it is never replaced.
      return merchant.error.kind === 'auth' ? failed({ ...merchant.error, kind: 'not_connected' }) : merchant
    }
    const { id, name } = merchant.value
    return succeeded({ remoteId: id, name, chargesEnabled: true })
  },
  async subscribe(connection, url) {
    const key = firmKeyOf(connection)
    const merchant = await api.merchant(key)
    if (!merchant.ok) return merchant
    const field = connection.credentials?.live === true ? 'live_events_urls' : 'test_events_urls'
    const urls = merchant.value[field]
    const changed = urls.includes(url) ? merchant : await api.changeMerchant(key, { [field]: [...urls, url] })
    // Its events are not signed: each is fetched instead.
    return changed.ok ? succeeded({ secret: '' }) : changed
  },
})

async function readCredentials(
  api: LawPayApi,
  { testAccounts }: LawPaySettings,
  accessToken: string,
): Promise<Outcome<Credentials>> {
  const read = await api.credentials(accessToken)
  if (!read.ok) return read
  const { merchant, test_accounts, live_accounts } = read.value
  const accounts = (testAccounts ? test_accounts : live_accounts).map(firmAccountOf)
  const [first] = accounts.filter(({ trust }) => !trust)
  if (!first)
    return failed({
      kind: 'invalid',
      code: 'no_operating_account',
      businessMessage:
        'LawPay gave access to no operating account. Open one at LawPay, or ask LawPay to share it, and connect again.',
      raw: null,
    })
  return succeeded({
    accessToken,
    remoteId: merchant.id,
    publishableKey: first.publicKey,
    live: !testAccounts,
    keys: { accounts: JSON.stringify(accounts) },
  })
}
