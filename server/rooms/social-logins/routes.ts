import { contract } from '../../../contract/index.ts'
import { type BoundRoute, on, onInSteps } from '../../platform/http/handlers.ts'
import { beginLink } from './actions/begin-link.ts'
import { beginLogin } from './actions/begin-login.ts'
import { connectProvider } from './actions/connect-provider.ts'
import { exchangeCode } from './actions/exchange-code.ts'
import { listIdentities } from './actions/list-identities.ts'
import { logInWithProvider } from './actions/log-in-with-provider.ts'
import { readSignUpProfile } from './actions/read-sign-up-profile.ts'
import { signUpWithProvider } from './actions/sign-up-with-provider.ts'
import { unlinkProvider } from './actions/unlink-provider.ts'

const { socialLogins } = contract

/** Logging in, signing up and linking with somebody else's word. */
export const socialLoginsRoutes: BoundRoute[] = [
  onInSteps(socialLogins.begin, (steps, input) => beginLogin(steps, input)),
  onInSteps(socialLogins.exchange, (steps, input) => exchangeCode(steps, input)),
  onInSteps(socialLogins.logIn, (steps, input) => logInWithProvider(steps, input)),
  onInSteps(socialLogins.signUp, (steps, input) => signUpWithProvider(steps, input)),
  on(socialLogins.signUpProfile, (ctx, input) => readSignUpProfile(ctx, input)),
  on(socialLogins.list, (ctx) => listIdentities(ctx)),
  onInSteps(socialLogins.beginLink, (steps, input) => beginLink(steps, input)),
  onInSteps(socialLogins.connect, (steps, input) => connectProvider(steps, input)),
  onInSteps(socialLogins.unlink, (steps, input) => unlinkProvider(steps, input)),
]
