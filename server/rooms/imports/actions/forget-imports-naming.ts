import type { Ctx } from '../../../platform/context.ts'
import { refuse } from '../../../platform/refusal.ts'
import { lockRunsNaming } from '../store/keeping.ts'
import { forget } from './forget-imports.ts'

/**
 * Forgets the imports whose file or rows contain one of these names or addresses, as after their retention: a file can't lose one
 * person and stay the file that was uploaded. Refuses wrong_state while one of them is being written.
 */
export async function forgetImportsNaming(ctx: Ctx, names: readonly string[]): Promise<void> {
  const given = names.filter((name) => name.trim() !== '')
  if (given.length === 0) return
  const runs = await lockRunsNaming(ctx, given)
  if (runs.some(({ status }) => status === 'running'))
    throw refuse(
      'wrong_state',
      'An import that names this customer is under way. Try again when it has ended.',
    )
  for (const run of runs) await forget(ctx, run)
}
