import { randomUUID } from 'node:crypto'
import type { StaffRole } from '../../domain/people/roles.ts'
import { aMember } from '../../server/rooms/accounts/testing.ts'
import { aSecondFactor, aUser } from '../../server/rooms/identity/testing.ts'
import { anInvitation } from '../../server/rooms/team/testing.ts'
import type { TestServer } from '../test-server.ts'
import { type SweptCompany, staffSession, transact } from './company.ts'
import type { Principal } from './principals.ts'

type Make = <T>(name: string, work: () => Promise<T>) => Promise<T>

/** Members, invitations, and people who call in the place of others, so that these stay what they are. */
export function teamSubjectOf(test: TestServer, company: SweptCompany, standing: boolean, make: Make) {
  const member = (role: StaffRole, at = company) =>
    transact(test, (ctx) =>
      aMember(ctx, { accountId: at.accountId, email: `member-${randomUUID()}@people.test`, role }),
    )
  const signedInAs = async (userId: string) => ({
    headers: { authorization: `Bearer ${await staffSession(test, userId)}` },
  })
  return {
    /** Somebody who works in the company, by their id. */
    member: () => make('member', async () => (await member('viewer')).id),
    /** The same, whose login takes a code. */
    guardedMember: () =>
      make('guarded', async () => {
        const { id } = await member('viewer')
        await transact(test, (ctx) => aSecondFactor(ctx, id, 'confirmed'))
        return id
      }),
    invitation: () =>
      make('invitation', async () => (await company.run((ctx) => anInvitation(ctx))).invitation.id),
    inviteCode: () => make('invite', async () => (await company.run((ctx) => anInvitation(ctx))).code),
    /** Calls as another member of the caller's own role, where the call changes what its caller is. */
    insteadOf: async ({ is }: Principal) =>
      standing || is.kind !== 'staff' || is.company !== company ? {} : signedInAs((await member(is.role)).id),
    /** The same of somebody whose login takes a code, with one that is good. */
    provingInsteadOf: async ({ is }: Principal) => {
      if (standing || is.kind !== 'staff') return { body: { auth_code: '123456' } }
      const { id } = await member(is.role, is.company)
      const { recoveryCodes } = await transact(test, (ctx) => aSecondFactor(ctx, id, 'confirmed'))
      return { body: { auth_code: recoveryCodes[0]! }, ...(await signedInAs(id)) }
    },
    /** The link of an invitation into the caller's own company, and the person whom it is for. */
    acceptance: async ({ is }: Principal) => {
      if (standing || (is.kind !== 'staff' && is.kind !== 'unverified'))
        return {
          code: await make('accepted', async () => (await company.run((ctx) => anInvitation(ctx))).code),
        }
      const at = is.kind === 'staff' ? is.company : company
      const email = `invited-${randomUUID()}@people.test`
      const user = await transact(test, (ctx) => aUser(ctx, { email, homeAccountId: null }))
      const { code } = await at.run((ctx) => anInvitation(ctx, { email }))
      return { code, ...(await signedInAs(user.id)) }
    },
  }
}
