import { callApi } from '../call-api.ts'
import { anHttpCompany, type HttpCompany, type ReplyBody } from '../http-company.ts'
import type { TestServer } from '../test-server.ts'
import { A_KEY } from './keyed-processor.ts'

type Answer = ReturnType<HttpCompany['staff']>

/** A company that connects processors by keys. */
export interface KeyedCompany extends HttpCompany {
  /** Calls one of the account's connections, as the owner by default. */
  connection(step: string, body?: object, token?: string, provider?: string): Answer
  /** Connects a processor with keys that it accepts, unless others are given. */
  connect(provider?: string, values?: Record<string, string>): Answer
  /** Reads the account's connections, or calls another path of the account. */
  account(method: 'GET' | 'PUT' | 'POST', path: string, body?: object): Answer
}

export async function aKeyedCompany(test: TestServer, subDomain: string): Promise<KeyedCompany> {
  const company = await anHttpCompany(test, subDomain)
  const call = (method: 'GET' | 'PUT' | 'POST', path: string, body?: object, token = company.token) =>
    callApi<ReplyBody>(test.server, {
      method,
      path: `/api/accounts/${company.accountId}/${path}`,
      token,
      ...(body && { body }),
    })
  const connection: KeyedCompany['connection'] = (step, body, token, provider = 'keyed_pay') =>
    call('POST', `payment-connections/${provider}/${step}/`, body, token)
  return {
    ...company,
    connection,
    connect: (provider, values = { merchant: '77', api_key: A_KEY }) =>
      connection('keys', { values }, undefined, provider),
    account: (method, path, body) => call(method, path, body),
  }
}
