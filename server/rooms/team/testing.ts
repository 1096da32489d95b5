import { randomUUID } from 'node:crypto'
import { beforeEach } from 'vitest'
import { DAY_MS } from '../../../domain/dates/durations.ts'
import type { StaffRole } from '../../../domain/people/roles.ts'
import { callApi } from '../../../testing/call-api.ts'
import { setUpTestServer, type TestServer } from '../../../testing/test-server.ts'
import { type Ctx, inAccount, inTransaction } from '../../platform/context.ts'
import { aMember, anAccount } from '../accounts/testing.ts'
import { INVITATION_LIFE_MS, issueToken, openSession } from '../identity/index.ts'
import type { GivenRole } from './rules.ts'
import { type Invitation, insertInvitation } from './store/invitations.ts'

/**
 * Creates an open invitation by the acting member and the code of its link. By default it is for a viewer.
 */
export async function anInvitation(
  ctx: Ctx,
  given: { email?: string; kind?: 'member' | 'client'; role?: GivenRole } = {},
): Promise<{ invitation: Invitation; code: string }> {
  if (ctx.actor.kind !== 'staff') throw new Error('Only a member invites.')
  const { kind = 'member', email = `invited-${randomUUID()}@people.test`, role = 'viewer' } = given
  const facts = { kind, email, role: kind === 'member' ? role : null, invited_by: ctx.actor.userId }
  const invitation = await insertInvitation(ctx, facts, INVITATION_LIFE_MS)
  if (invitation === null) throw new Error(`${email} is invited already.`)
  const about = { purpose: 'invite_user', email, accountId: ctx.accountId, subjectId: invitation.id } as const
  return { invitation, code: await issueToken(ctx, about) }
}

/** Extracts the code of the link in an invitation mail. */
export const codeIn = (text: string): string => /\/signup\/invite\/([\w-]+)/.exec(text)![1]!

const CALLER = { requestId: 'test', ip: '127.0.0.1' }
const ANYBODY = { kind: 'anonymous' } as const

/** A logged-in person. */
export interface Person {
  readonly id: string
  readonly email: string
  readonly token: string
}

export type Company = Awaited<ReturnType<ReturnType<typeof companiesOn>['aCompany']>>

/**
 * Creates companies for a test, each with calls for its own team, and helpers for direct database access.
 */
export function companiesOn(test: TestServer) {
  let companies = 0
  const signedIn = async ({ id, email }: { id: string; email: string }): Promise<Person> => {
    const { token } = await test.transact((ctx) => openSession(ctx, { audience: 'staff', userId: id }))
    return { id, email, token }
  }
  const aCompany = async () => {
    const at = `company-${++companies}`
    const name = `Company ${companies}`
    const opened = { ownerEmail: `owner@${at}.test`, subDomain: at, company: { name } }
    const { accountId, owner } = await test.transact((ctx) => anAccount(ctx, opened))
    return { at, name, accountId, owner: await signedIn(owner), ...teamOf(test, accountId, at, signedIn) }
  }
  return { signedIn, aCompany }
}

/** Gives a test file the API, and each test a company of its own and a new window of every rate limit. */
export function setUpTeams() {
  const test = setUpTestServer()
  const teams = companiesOn(test)
  const acme = {} as Company
  beforeEach(async () => {
    test.clock.advance(DAY_MS)
    Object.assign(acme, await teams.aCompany())
  })
  return { test, teams, acme }
}

function teamOf(
  test: TestServer,
  accountId: string,
  at: string,
  signedIn: (who: { id: string; email: string }) => Promise<Person>,
) {
  /** Calls a path below the team's URL. */
  const call = (as: Person, method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path = '', body?: object) => {
    // Keeps the mails in the order in which they were written.
    test.clock.advance(1)
    return callApi(test.server, {
      method,
      path: `/api/accounts/${accountId}/team/${path}`,
      token: as.token,
      ...(body && { body }),
    })
  }
  const inside = <T>(work: Parameters<typeof inAccount<T>>[4]) =>
    inAccount(test.app, CALLER, ANYBODY, accountId, work)
  return {
    call,
    inside,
    mail: (who: string) => `${who}@${at}.test`,
    /** The company's mails, oldest first. */
    mails: () =>
      inside(({ db }) =>
        db.selectFrom('mail_messages').select(['to_address', 'subject', 'text_body']).orderBy('id').execute(),
      ),
    /** Adds a member and logs them in. */
    join: async (role: StaffRole, name: string = role) =>
      signedIn(
        await inTransaction(test.app, CALLER, ANYBODY, (ctx) =>
          aMember(ctx, { accountId, email: `${name}@${at}.test`, role }),
        ),
      ),
    /** Lists the team as one of its members sees it. */
    members: async (as: Person) =>
      (await call(as, 'GET')).body.members as { user: string; email: string; role: StaffRole }[],
  }
}
