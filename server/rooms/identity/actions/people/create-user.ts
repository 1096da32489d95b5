import type { BaseCtx } from '../../../../platform/context.ts'
import { nextId } from '../../../../platform/context.ts'
import { insertUser, type NewUser, type User } from '../../store/users.ts'

/**
 * Creates a person. Returns null when the address is taken; the existing person is not changed. `email` is
 * normalized.
 */
export async function createUser(
  ctx: BaseCtx,
  given: Omit<NewUser, 'id'> & { id?: string },
): Promise<User | null> {
  const user = { ...given, id: given.id ?? nextId(ctx) }
  return (await insertUser(ctx, user)) ? { ...user, disabled: false, secondFactor: false } : null
}
