import { randomUUID } from 'node:crypto'
import type { StaffRole } from '../../domain/people/roles.ts'
import { insertMember } from '../../server/rooms/accounts/index.ts'
import { aMember, anAccount } from '../../server/rooms/accounts/testing.ts'
import { aSecondFactor, aUser } from '../../server/rooms/identity/testing.ts'
import { anInvitation } from '../../server/rooms/team/testing.ts'
import type { TestServer } from '../test-server.ts'
import { type SweptCompany, staffSession } from './company.ts'
import type { Principal } from './principals.ts'

/** Creates a record, or returns the read-only one of this name. */
export type Make = <T>(name: string, work: () => Promise<T>) => Promise<T>

/** Members, invitations, and stand-ins for callers whose own state a call would change. */
export function teamSubjectOf(test: TestServer, company: SweptCompany, readOnly: boolean, make: Make) {
  const member = (role: StaffRole, at = company) =>
    test.transact((ctx) =>
      aMember(ctx, { accountId: at.accountId, email: `member-${randomUUID()}@people.test`, role }),
    )
  const signedInAs = async (userId: string) => ({
    headers: { authorization: `Bearer ${await staffSession(test, userId)}` },
  })
  return {
    /** Returns the user id of a new member. */
    member: () => make('member', async () => (await member('viewer')).id),
    /** Returns the user id of a new member with a second factor. */
    guardedMember: () =>
      make('guarded', async () => {
        const { id } = await member('viewer')
        await test.transact((ctx) => aSecondFactor(ctx, id, 'confirmed'))
        return id
      }),
    invitation: () =>
      make('invitation', async () => (await company.run((ctx) => anInvitation(ctx))).invitation.id),
    /** Opens a client company of the company, and returns it with the colleague who works there. */
    client: () =>
      make('client', async () => {
        const colleague = await member('viewer')
        const accountId = await test.transact(async (ctx) => {
          const client = await anAccount(ctx, { ownerEmail: `client-${randomUUID()}@people.test` })
          const firm = { id: company.accountId, name: company.name }
          await insertMember(client.ctx, colleague.id, 'advisor', firm)
          return client.accountId
        })
        return { accountId, colleague: colleague.id }
      }),
    /** Lets a new member work in the company through a firm, and returns the firm's account. */
    firm: () =>
      make('firm', async () => {
        const { accountId, owner } = await test.transact((ctx) =>
          anAccount(ctx, { ownerEmail: `firm-${randomUUID()}@people.test` }),
        )
        await company.run((ctx) =>
          insertMember(ctx, owner.id, 'advisor', { id: accountId, name: 'Firm LLP' }),
        )
        return accountId
      }),
    inviteCode: () => make('invite', async () => (await company.run((ctx) => anInvitation(ctx))).code),
    /** Calls as another member with the caller's role, because the call changes the caller's own state. */
    insteadOf: async ({ is }: Principal) =>
      readOnly || is.kind !== 'staff' || is.company !== company ? {} : signedInAs((await member(is.role)).id),
    /** Calls as another member with a second factor, and sends a valid code. */
    provingInsteadOf: async ({ is }: Principal) => {
      if (readOnly || is.kind !== 'staff') return { body: { auth_code: '123456' } }
      const { id } = await member(is.role, is.company)
      const { recoveryCodes } = await test.transact((ctx) => aSecondFactor(ctx, id, 'confirmed'))
      return { body: { auth_code: recoveryCodes[0]! }, ...(await signedInAs(id)) }
    },
    /** Returns the code of an invitation to the caller's company, and calls as the invited person. */
    acceptance: async ({ is }: Principal) => {
      if (readOnly || (is.kind !== 'staff' && is.kind !== 'unverified'))
        return {
          code: await make('accepted', async () => (await company.run((ctx) => anInvitation(ctx))).code),
        }
      const at = is.kind === 'staff' ? is.company : company
      const email = `invited-${randomUUID()}@people.test`
      const user = await test.transact((ctx) => aUser(ctx, { email, homeAccountId: null }))
      const { code } = await at.run((ctx) => anInvitation(ctx, { email }))
      return { code, ...(await signedInAs(user.id)) }
    },
  }
}
