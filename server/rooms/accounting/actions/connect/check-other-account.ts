import type { Ctx } from '../../../../platform/context.ts'
import { type Refusal, refuse } from '../../../../platform/refusal.ts'
import { selectCompanyName } from '../../../accounts/index.ts'
import { otherReaderOf } from '../../store/companies.ts'

/** A company at a platform. */
interface Books {
  readonly provider: string
  readonly remote_id: string
  readonly name: string
}

/**
 * Refuses wrong_state when another account reads the same books: both would collect the same invoices and post their payments. The
 * access that was just given is not ended at the platform, since it may be the other account's too. Only a person who works in the other
 * account gets its name.
 */
export async function checkOtherAccount(ctx: Ctx, platform: string, books: Books): Promise<void> {
  const other = await otherReaderOf(ctx, books)
  if (other !== null) throw await refusalOf(ctx, `${books.name || 'This company'} in ${platform}`, other)
}

async function refusalOf(ctx: Ctx, books: string, other: string): Promise<Refusal> {
  const name = ctx.actor.kind === 'staff' ? await selectCompanyName(ctx, ctx.actor.userId, other) : null
  const reader = name === null ? 'another company here' : `your company ${name || 'without a name'}`
  return refuse(
    'wrong_state',
    `${books} is already connected to ${reader}, and only one can collect its invoices. Disconnect it there first, or connect other books.`,
  )
}
