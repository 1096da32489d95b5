import type { contract } from '../../../../../contract/index.ts'
import type { HandlerReplyOf } from '../../../../../contract/route.ts'
import { DEFAULT_CURRENCY } from '../../../../../domain/money/money.ts'
import type { BaseCtx } from '../../../../platform/context.ts'
import { type Decoy, openSession, type SessionStart, showUser } from '../../../identity/index.ts'
import { typeUnlessChosen } from '../../rules.ts'

type SignedIn = HandlerReplyOf<typeof contract.identity.signUp>

/** Answers as for somebody who has just signed up: with a session of nobody and an account that isn't there. */
export async function signInDecoy(ctx: BaseCtx, decoy: Decoy, start: SessionStart): Promise<SignedIn> {
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
    user: showUser(user),
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
