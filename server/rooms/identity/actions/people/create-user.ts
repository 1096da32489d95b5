import type { BaseCtx } from '../../../../platform/context.ts'
import { nextId } from '../../../../platform/context.ts'
import { insertUser, type NewUser, type User } from '../../store/users.ts'

/** Creates a person. Null when the address is somebody's already; that somebody is never touched. `email` normalised. */
export async function createUser(
  ctx: BaseCtx,
  given: Omit<NewUser, 'id'> & { id?: string },
): Promise<User | null> {
  const user = { ...given, id: given.id ?? nextId(ctx) }
  return (await insertUser(ctx, user)) ? { ...user, disabled: false, secondFactor: false } : null
}
