import type { contract } from '../../../../../contract/index.ts'
import type { HandlerReplyOf } from '../../../../../contract/route.ts'
import { DEFAULT_CURRENCY } from '../../../../../domain/money/money.ts'
import type { BaseCtx } from '../../../../platform/context.ts'
import { typeUnlessChosen } from '../../../accounts/index.ts'
import { type Decoy, openSession, type SessionStart, serializeUser } from '../../../identity/index.ts'

type LoginReply = HandlerReplyOf<typeof contract.identity.signUp>

/** Replies as to a person who has just signed up, with a session of nobody and an account that does not exist. */
export async function logInDecoy(ctx: BaseCtx, decoy: Decoy, start: SessionStart): Promise<LoginReply> {
  const { token } = await openSession(ctx, { audience: 'staff', decoy }, start)
  const user = {
    id: decoy.user_id,
    email: decoy.email,
    firstName: decoy.first_name,
    lastName: decoy.last_name,
    emailVerified: false,
  }
  return {
    token,
    user: serializeUser(user),
    account: {
      pk: decoy.account_id,
      id: decoy.account_id,
      company: { pk: decoy.company_id, name: '', logo: null },
      currency: DEFAULT_CURRENCY,
      account_type: typeUnlessChosen(ctx.app.config.flags),
      new_ui: true,
      role: 'owner',
    },
  }
}
