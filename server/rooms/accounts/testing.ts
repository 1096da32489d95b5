import type { StaffRole } from '../../../domain/people/roles.ts'
import { type Actor, type BaseCtx, type Ctx, enterAccount, nextId } from '../../platform/context.ts'
import type { User } from '../identity/index.ts'
import { aUser } from '../identity/testing.ts'
import { type AccountToOpen, openAccount } from './actions/open-account.ts'
import { insertMember } from './store/members.ts'

/** Creates an account and its owner with A_PASSWORD. Local, in US dollars, named Brightwater Supply Co. */
export async function anAccount(
  ctx: BaseCtx,
  given: Partial<Omit<AccountToOpen, 'ownerId'>> & {
    ownerEmail: string
    password?: string
    verified?: boolean
  },
): Promise<{ ctx: Ctx; accountId: string; owner: User }> {
  const { ownerEmail, password, verified, ...account } = given
  const accountId = account.id ?? nextId(ctx)
  const owner = await aUser(ctx, {
    email: ownerEmail,
    homeAccountId: accountId,
    ...(password !== undefined && { password }),
    ...(verified !== undefined && { verified }),
  })
  const inside = await openAccount(ctx, {
    ...account,
    id: accountId,
    ownerId: owner.id,
    settings: { account_type: 'local', ...account.settings },
    company: { name: 'Brightwater Supply Co.', ...account.company },
  })
  return { ctx: inside, accountId, owner }
}

/** The owner of an account as an actor, in a session that does not exist. */
export const asOwner = ({ id, email }: Pick<User, 'id' | 'email'>) =>
  ({
    kind: 'staff',
    userId: id,
    sessionId: id,
    email,
    emailVerified: true,
    role: 'owner',
  }) as const satisfies Actor

/** Adds a member with A_PASSWORD to an account. */
export async function aMember(
  ctx: BaseCtx,
  given: { accountId: string; email: string; role: StaffRole; password?: string },
): Promise<User> {
  const inside = await enterAccount(ctx, given.accountId)
  const user = await aUser(inside, {
    email: given.email,
    homeAccountId: given.accountId,
    ...(given.password !== undefined && { password: given.password }),
  })
  await insertMember(inside, user.id, given.role)
  return user
}

export { updateSettings } from './actions/settings/update-settings.ts'
