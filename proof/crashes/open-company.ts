import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { MINUTE_MS } from '../../domain/dates/durations.ts'
import { callOnce, callUntilAnswered } from './call-api.ts'

const PASSWORD = 'seven harbours at dusk'

/** A company of the test run that signed up, verified its email address and created customers. */
export interface Company {
  readonly accountId: string
  readonly customers: readonly string[]
  /** Returns the token of a session that is valid for some minutes more. */
  token(): Promise<string>
  /** Opens another session and returns its token. */
  logIn(): Promise<string>
}

export interface Message {
  readonly id: string
  readonly subject: string
  readonly links: readonly string[]
}

const SESSION_MS = 10 * MINUTE_MS
/** An interrupted job is retried after a minute, then after two, four and more. */
const MAIL_WAIT_MS = 15 * MINUTE_MS
const MAIL_POLL_MS = 150
const SIGN_UPS = 20

export const customerEmail = (index: number): string => `accounts-${index}@crashes.test`

/** A company whose owner's address is verified, before it has chosen anything. */
async function openAccount(origin: string) {
  const { email, accountId } = await signUp(origin)
  const send = async <Body>(method: 'POST' | 'PATCH', path: string, body: unknown, token?: string) => {
    const reply = await callUntilAnswered<Body>(origin, {
      method,
      path,
      body,
      ...(token !== undefined && { token }),
    })
    if (reply.status >= 300) throw new Error(`${path}: ${reply.status} ${JSON.stringify(reply.body)}`)
    return reply.body
  }
  await send('POST', '/api/profile/verify-email/', { token: await readVerificationToken(origin, email) })
  const logIn = async () =>
    (await send<{ token: string }>('POST', '/api/profile/login/', { email, password: PASSWORD })).token
  return { email, accountId, send, logIn }
}

/** A company that keeps its invoices in an accounting platform. Returns its id and a token of its owner. */
export async function openPlatformCompany(origin: string): Promise<{ accountId: string; token: string }> {
  const { accountId, send, logIn } = await openAccount(origin)
  const token = await logIn()
  await send('POST', `/api/accounts/${accountId}/set-account-type/`, { account_type: 'provider' }, token)
  return { accountId, token }
}

export async function openCompany(origin: string, customers: number): Promise<Company> {
  const { email, accountId, send, logIn } = await openAccount(origin)
  let session = { token: await logIn(), since: Date.now() }
  const at = `/api/accounts/${accountId}`
  await send('POST', `${at}/set-account-type/`, { account_type: 'local' }, session.token)
  await send('PATCH', `${at}/company/`, { name: 'Torture Supply Co.', email }, session.token)
  const customerIds: string[] = []
  for (let index = 0; index < customers; index++) {
    const body = { short_name: `Customer ${index + 1}`, email: customerEmail(index) }
    customerIds.push((await send<{ pk: string }>('POST', `${at}/customers/`, body, session.token)).pk)
  }
  return {
    accountId,
    customers: customerIds,
    logIn,
    async token() {
      if (Date.now() - session.since > SESSION_MS) session = { token: await logIn(), since: Date.now() }
      return session.token
    },
  }
}

/** Signs up. A repeated address would get the answer of a decoy, so each attempt has an address of its own. */
async function signUp(origin: string): Promise<{ email: string; accountId: string }> {
  for (let attempt = 1; ; attempt++) {
    const email = `owner-${randomUUID()}@crashes.test`
    const body = { email, password1: PASSWORD, password2: PASSWORD, first_name: 'Olive', last_name: 'Owner' }
    const call = { method: 'POST', path: '/api/profile/signup/', body } as const
    const reply = await callOnce<{ account: { pk: string } }>(origin, call).catch(() => null)
    if (reply?.status === 200) return { email, accountId: reply.body.account.pk }
    if (attempt === SIGN_UPS) throw new Error(`Nobody could sign up: ${JSON.stringify(reply)}`)
    await sleep(MAIL_POLL_MS)
  }
}

async function readVerificationToken(origin: string, email: string): Promise<string> {
  const isVerification = (link: string) => link.includes('/email-verification')
  const { links } = await waitForMessage(origin, email, [], (one) => one.links.some(isVerification))
  return new URL(links.find(isVerification)!).searchParams.get('token')!
}

export const readMessages = async (origin: string, to: string): Promise<readonly Message[]> =>
  (
    await callUntilAnswered<Message[]>(origin, {
      method: 'GET',
      path: `/api/dev/mail/?to=${encodeURIComponent(to)}`,
    })
  ).body

/** Waits for a matching message that is not in `before`. Throws when none arrives. */
export async function waitForMessage(
  origin: string,
  to: string,
  before: readonly Message[],
  isWanted: (message: Message) => boolean,
): Promise<Message> {
  const known = new Set(before.map(({ id }) => id))
  const deadline = performance.now() + MAIL_WAIT_MS
  while (performance.now() < deadline) {
    const found = (await readMessages(origin, to)).find((one) => !known.has(one.id) && isWanted(one))
    if (found) return found
    await sleep(MAIL_POLL_MS)
  }
  throw new Error(`A message to ${to} did not arrive.`)
}
