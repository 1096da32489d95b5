import { audit } from '../../../../platform/audit.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { insertGroup } from '../../store/groups.ts'

/** Inserts a group with an audit entry and returns its id. The caller has checked the name and the limit. */
export async function addGroup(ctx: Ctx, name: string): Promise<string> {
  const id = await insertGroup(ctx, name)
  await audit(ctx, 'customers.create-group', { type: 'customer_group', id }, { name })
  return id
}
