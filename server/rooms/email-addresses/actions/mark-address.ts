import type { Ctx } from '../../../platform/context.ts'
import { insertMark, type NewMark } from '../store/marks.ts'
import { reportMark } from './report-mark.ts'

/** Marks an address in lower case, and reports it once. A mark that exists is left alone. */
export async function markAddress(ctx: Ctx, mark: NewMark): Promise<void> {
  if (await insertMark(ctx, mark)) await reportMark(ctx, mark)
}
