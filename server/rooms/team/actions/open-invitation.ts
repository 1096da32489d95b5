import type { BaseCtx, Ctx } from '../../../platform/context.ts'
import { enterAccount } from '../../../platform/context.ts'
import { refuse } from '../../../platform/refusal.ts'
import { type OneTimeToken, peekToken, redeemToken } from '../../identity/index.ts'
import { findInvitation, holdInvitation, type Invitation } from '../store/invitations.ts'

/** An open invitation. Its `ctx` is inside the inviting account. */
export interface OpenedInvitation {
  readonly ctx: Ctx
  readonly invitation: Invitation
}

/** Reads the invitation of a link without using it up. Throws token_expired for every fault. */
export async function peekInvitation(ctx: BaseCtx, code: string): Promise<OpenedInvitation> {
  const token = await peekToken(ctx, code, ['invite_user'])
  return enter(ctx, token, findInvitation)
}

/** Uses up the link. One of any number of parallel callers succeeds. Throws token_expired. */
export async function redeemInvitation(ctx: BaseCtx, code: string): Promise<OpenedInvitation> {
  const token = await redeemToken(ctx, code, 'invite_user')
  return enter(ctx, token, holdInvitation)
}

async function enter(
  ctx: BaseCtx,
  { accountId, subjectId }: OneTimeToken,
  read: (inside: Ctx, id: string) => Promise<Invitation | null>,
): Promise<OpenedInvitation> {
  if (accountId === null || subjectId === null) throw refuse('token_expired')
  const inside = await enterAccount(ctx, accountId)
  const invitation = await read(inside, subjectId)
  if (invitation === null) throw refuse('token_expired')
  return { ctx: inside, invitation }
}
