import { constants, publicEncrypt } from 'node:crypto'
import { type PayTraceSimulator, startPayTraceSimulator } from '../../simulators/paytrace/index.ts'
import { callApi } from '../call-api.ts'
import { anHttpCompany, type HttpCompany, type ReplyBody } from '../http-company.ts'
import { createTestServer, type TestServer } from '../test-server.ts'

/** The product beside a simulated PayTrace. */
export interface PayTraceTest extends TestServer {
  readonly payTrace: PayTraceSimulator
}

export async function createPayTraceTest(): Promise<PayTraceTest> {
  let test: TestServer | undefined
  const payTrace = await startPayTraceSimulator({ now: () => test?.clock.wallNow() ?? Date.now() })
  const made = await createTestServer({ env: { PAYTRACE_API_URL: payTrace.origin } })
  test = made
  return {
    ...made,
    payTrace,
    async close() {
      await payTrace.close()
      await made.close()
    },
  }
}

type Answer = ReturnType<HttpCompany['staff']>

export interface PayTraceCompany extends HttpCompany {
  /** Enters keys in the connection's form: those of the simulated account, but for the given ones. */
  enterKeys(given?: Readonly<Record<string, string>>): Answer
  /** Connects the company. Throws when PayTrace refuses. */
  connect(given?: Readonly<Record<string, string>>): Promise<void>
  disconnect(): Answer
  /** The form of a card as the browser sends it: number and security code encrypted. */
  cardForm(number: string, amount: string, more?: object): Record<string, unknown>
}

let requests = 0

/** A company that is not connected yet. */
export async function aPayTraceCompany(test: PayTraceTest, subDomain: string): Promise<PayTraceCompany> {
  const { payTrace } = test
  const company = await anHttpCompany(test, subDomain)
  const ask = (step: 'keys' | 'disconnect', body?: object): Answer =>
    callApi<ReplyBody>(test.server, {
      method: 'POST',
      path: `/api/accounts/${company.accountId}/payment-connections/paytrace/${step}/`,
      token: company.token,
      ...(body && { body }),
    })
  const enterKeys: PayTraceCompany['enterKeys'] = (given = {}) =>
    ask('keys', { values: { ...payTraceKeys(payTrace), ...given } })
  return {
    ...company,
    enterKeys,
    disconnect: () => ask('disconnect'),
    async connect(given) {
      const { status, body } = await enterKeys(given)
      if (status !== 200) throw new Error(`Not connected: ${JSON.stringify(body)}`)
    },
    cardForm: (number, amount, more = {}) => ({
      ...payTraceCard(payTrace, number),
      amount,
      request_id: `paytrace-request-${++requests}`,
      ...more,
    }),
  }
}

/** Values that a business enters to connect the simulated account. */
export const payTraceKeys = (payTrace: PayTraceSimulator): Readonly<Record<string, string>> => ({
  user_name: payTrace.userName,
  password: payTrace.password,
  integrator_id: payTrace.integratorId,
  public_key: payTrace.publicKey,
  e_checks: 'yes',
})

/** A card as the browser sends it: number and security code encrypted. */
export const payTraceCard = (
  { publicKey }: Pick<PayTraceSimulator, 'publicKey'>,
  number: string,
): Readonly<Record<string, string>> => ({
  name_on_card: 'Pat Payer',
  number: encryptFor(publicKey, number),
  expiration_month: '12',
  expiration_year: '2030',
  cvc: encryptFor(publicKey, '123'),
  last_four_digits: number.slice(-4),
  card_provider: 'Visa',
})

/** Encrypts as WebCrypto does in the browser. */
const encryptFor = (key: string, text: string): string =>
  publicEncrypt(
    { key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha1' },
    Buffer.from(text),
  ).toString('base64')
