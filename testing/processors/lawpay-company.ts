import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { readConnection } from '../../server/rooms/connections/index.ts'
import {
  type LawPaySimulator,
  lawPayEnvironment,
  startLawPaySimulator,
} from '../../simulators/lawpay/index.ts'
import { callApi } from '../call-api.ts'
import { anHttpCompany, type HttpCompany, type ReplyBody } from '../http-company.ts'
import { createTestServer, type TestServer } from '../test-server.ts'

/** The product beside a simulated LawPay, whose events reach it. */
export interface LawPayTest extends TestServer {
  readonly lawPay: LawPaySimulator
}

export async function createLawPayTest(): Promise<LawPayTest> {
  let test: TestServer | undefined
  const lawPay = await startLawPaySimulator({ now: () => test?.clock.wallNow() ?? Date.now() })
  const receiver = createServer(async (request, reply) => {
    const answer = await test!.server.inject({
      method: 'POST',
      url: request.url ?? '/',
      headers: { ...request.headers, host: 'localhost' },
      payload: await buffer(request),
    })
    reply.writeHead(answer.statusCode).end(answer.body)
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const made = await createTestServer({
    env: {
      APP_ORIGIN: `http://localhost:${(receiver.address() as AddressInfo).port}`,
      ...lawPayEnvironment(lawPay),
    },
  })
  test = made
  return {
    ...made,
    lawPay,
    async close() {
      await lawPay.close()
      receiver.closeAllConnections()
      await new Promise((resolve) => receiver.close(resolve))
      await made.close()
    },
  }
}

type Answer = ReturnType<HttpCompany['staff']>
type Returned = { code: string; state: string }

export interface LawPayCompany extends HttpCompany {
  connection(step: 'start' | 'finish' | 'disconnect', body?: object): Answer
  /** Begins a connection and agrees at LawPay as a firm there; a new one without `firm`. */
  consent(firm?: string): Promise<Returned>
  /** Connects the company. Returns the firm's id at LawPay. */
  connect(firm?: string): Promise<string>
  /** Makes what a payer types into a token, as the hosted fields do in the browser. */
  fieldToken(typed: object): Promise<string>
}

/** A company that is not connected yet. */
export async function aLawPayCompany(test: LawPayTest, subDomain: string): Promise<LawPayCompany> {
  const company = await anHttpCompany(test, subDomain)
  const connection: LawPayCompany['connection'] = (step, body) =>
    callApi<ReplyBody>(test.server, {
      method: 'POST',
      path: `/api/accounts/${company.accountId}/payment-connections/lawpay/${step}/`,
      token: company.token,
      ...(body && { body }),
    })
  const consent: LawPayCompany['consent'] = async (firm = '') =>
    agree(String((await connection('start')).body.url), firm)
  const connected = () => company.run((ctx) => readConnection(ctx, 'lawpay'))
  return {
    ...company,
    connection,
    consent,
    async connect(firm) {
      const { status, body } = await connection('finish', await consent(firm))
      if (status !== 200) throw new Error(`Not connected: ${JSON.stringify(body)}`)
      return (await connected())!.remoteId!
    },
    async fieldToken(typed) {
      const key = (await connected())!.credentials!.publishableKey!
      const reply = await fetch(`${test.lawPay.origin}/v1/tokens`, {
        method: 'POST',
        headers: { authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}` },
        body: JSON.stringify(typed),
      })
      return ((await reply.json()) as { id: string }).id
    },
  }
}

/** Presses Authorize on LawPay's page. Returns the query with which LawPay leads back. */
async function agree(page: string, firm: string): Promise<Returned> {
  const form = new URLSearchParams(new URL(page).search)
  form.set('decision', 'allow')
  form.set('firm', firm)
  const reply = await fetch(new URL('/oauth/authorize', page), {
    method: 'POST',
    body: form,
    redirect: 'manual',
  })
  const back = new URL(reply.headers.get('location')!).searchParams
  return { code: back.get('code')!, state: back.get('state')! }
}
