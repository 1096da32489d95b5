import type { Ctx } from '../../../platform/context.ts'
import { refuseFields } from '../../../platform/refusal.ts'
import { selectMembers } from '../../accounts/index.ts'

/** Refuses a person who is no member of the account beside `assignee`. Null is nobody. */
export async function checkMember(ctx: Ctx, userId: string | null): Promise<void> {
  if (userId === null) return
  const members = await selectMembers(ctx)
  if (!members.some((member) => member.userId === userId))
    throw refuseFields({ assignee: ['This person is not on your team. Choose somebody else.'] })
}
