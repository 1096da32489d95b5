import { contract } from '../../../contract/index.ts'
import { type BoundRoute, on, onUnitOfWork } from '../../platform/http/handlers.ts'
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
  onUnitOfWork(socialLogins.begin, (uow, input) => beginLogin(uow, input)),
  onUnitOfWork(socialLogins.exchange, (uow, input) => exchangeCode(uow, input)),
  onUnitOfWork(socialLogins.logIn, (uow, input) => logInWithProvider(uow, input)),
  onUnitOfWork(socialLogins.signUp, (uow, input) => signUpWithProvider(uow, input)),
  on(socialLogins.signUpProfile, (ctx, input) => readSignUpProfile(ctx, input)),
  on(socialLogins.list, (ctx) => listIdentities(ctx)),
  onUnitOfWork(socialLogins.beginLink, (uow, input) => beginLink(uow, input)),
  onUnitOfWork(socialLogins.connect, (uow, input) => connectProvider(uow, input)),
  onUnitOfWork(socialLogins.unlink, (uow, input) => unlinkProvider(uow, input)),
]
