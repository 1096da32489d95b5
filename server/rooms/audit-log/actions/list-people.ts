import type { Ctx } from '../../../platform/context.ts'
import { selectStaff } from '../store/entries.ts'

/** Returns all staff in the log, former members included, by name. */
export async function listPeople(
  ctx: Ctx,
): Promise<{ results: { pk: string; name: string; email: string }[] }> {
  const people = await selectStaff(ctx)
  return { results: people.map(({ id, name, email }) => ({ pk: id, name, email })) }
}
