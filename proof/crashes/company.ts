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
  /** One of its own, which ends when it is renewed twice. */
  logIn(): Promise<string>
}

export interface Message {
  readonly id: string
  readonly subject: string
  readonly links: readonly string[]
}

const SESSION_MS = 10 * 60_000
/** A job that was cut off comes back after a minute, and after two, four and more when it is cut off again. */
const MAIL_WAIT_MS = 15 * 60_000
const MAIL_LOOK_MS = 150

export const customerEmail = (index: number): string => `accounts-${index}@torture.test`

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
    const body = { short_name: `Customer ${index + 1}`, email: customerEmail(index) }
    made.push((await ask<{ pk: string }>('POST', `${at}/customers/`, body, session.token)).pk)
  }
  return {
    accountId: account.pk,
    customers: made,
    logIn,
    async token() {
      if (Date.now() - session.since > SESSION_MS) session = { token: await logIn(), since: Date.now() }
      return session.token
    },
  }
}

async function tokenFromMail(origin: string, email: string): Promise<string> {
  const isVerification = (link: string) => link.includes('/email-verification')
  const { links } = await newMessage(origin, email, [], (one) => one.links.some(isVerification))
  return new URL(links.find(isVerification)!).searchParams.get('token')!
}

export const readMessages = async (origin: string, to: string): Promise<readonly Message[]> =>
  (
    await callUntilAnswered<Message[]>(origin, {
      method: 'GET',
      path: `/api/dev/mail/?to=${encodeURIComponent(to)}`,
    })
  ).body

/** The next message of a kind that was not there before. Throws when none arrives. */
export async function newMessage(
  origin: string,
  to: string,
  before: readonly Message[],
  isMeant: (message: Message) => boolean,
): Promise<Message> {
  const known = new Set(before.map(({ id }) => id))
  const deadline = performance.now() + MAIL_WAIT_MS
  while (performance.now() < deadline) {
    const found = (await readMessages(origin, to)).find((one) => !known.has(one.id) && isMeant(one))
    if (found) return found
    await sleep(MAIL_LOOK_MS)
  }
  throw new Error(`A message to ${to} did not arrive.`)
}
