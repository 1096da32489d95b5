import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { callUntilAnswered } from './caller.ts'

const PASSWORD = 'seven harbours at dusk'

/** A company of the run's own: it signs up, confirms its address, and has customers. */
export interface Company {
  readonly accountId: string
  readonly customers: readonly string[]
  /** A session that is good for some minutes yet. */
  token(): Promise<string>
}

interface Message {
  readonly subject: string
  readonly links: readonly string[]
}

const SESSION_MS = 10 * 60_000
const MAIL_LOOKS = 200
const MAIL_LOOK_MS = 150

export async function openCompany(origin: string, customers: number): Promise<Company> {
  const email = `owner-${randomUUID()}@torture.test`
  const ask = async <Body>(method: 'POST' | 'PATCH', path: string, body: unknown, token?: string) => {
    const answer = await callUntilAnswered<Body>(origin, {
      method,
      path,
      body,
      ...(token !== undefined && { token }),
    })
    if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  const person = { email, password1: PASSWORD, password2: PASSWORD, first_name: 'Olive', last_name: 'Owner' }
  const { account } = await ask<{ account: { pk: string } }>('POST', '/api/profile/signup/', person)
  await ask('POST', '/api/profile/verify-email/', { token: await tokenFromMail(origin, email) })
  const logIn = async () =>
    (await ask<{ token: string }>('POST', '/api/profile/login/', { email, password: PASSWORD })).token
  let session = { token: await logIn(), since: Date.now() }
  const at = `/api/accounts/${account.pk}`
  await ask('POST', `${at}/set-account-type/`, { account_type: 'local' }, session.token)
  await ask('PATCH', `${at}/company/`, { name: 'Torture Supply Co.', email }, session.token)
  const made: string[] = []
  for (let index = 0; index < customers; index++) {
    const body = { short_name: `Customer ${index + 1}`, email: `accounts-${index}@torture.test` }
    made.push((await ask<{ pk: string }>('POST', `${at}/customers/`, body, session.token)).pk)
  }
  return {
    accountId: account.pk,
    customers: made,
    async token() {
      if (Date.now() - session.since > SESSION_MS) session = { token: await logIn(), since: Date.now() }
      return session.token
    },
  }
}

async function tokenFromMail(origin: string, email: string): Promise<string> {
  for (let look = 0; look < MAIL_LOOKS; look++) {
    const path = `/api/dev/mail/?to=${encodeURIComponent(email)}`
    const { body } = await callUntilAnswered<Message[]>(origin, { method: 'GET', path })
    const link = body.flatMap(({ links }) => links).find((one) => one.includes('/email-verification'))
    if (link) return new URL(link).searchParams.get('token')!
    await sleep(MAIL_LOOK_MS)
  }
  throw new Error('The message that confirms an address did not arrive.')
}
