import { createRoute, redirect } from '@tanstack/react-router'
import type { LoginReason } from '../../session/session.ts'
import { lazyWithRetry } from '../../ui/layout/lazy-with-retry.ts'
import { LoginPage } from '../auth/login-page.tsx'
import { isLoginReason } from '../auth/login-reason.ts'
import { returnPath } from '../auth/return-path.ts'
import { bareRoute, personRoute, type RouterContext } from '../root-routes.tsx'

type Search = Record<string, unknown>

const SignUp = lazyWithRetry(() => import('../auth/sign-up-entry.tsx'), 'SignUpEntry')

/** The requested path, and the reason for the login. */
export interface LoginSearch {
  reason?: LoginReason | undefined
  next?: string | undefined
}

/** Parameters that a link can pass to the sign-up. */
export interface SignUpSearch extends LoginSearch {
  lead?: string | undefined
  require_email?: '1' | undefined
}

export const readLoginSearch = ({ reason, next }: Search): LoginSearch => ({
  reason: isLoginReason(reason) ? reason : undefined,
  next: returnPath(next) ?? undefined,
})
const readSignUpSearch = ({ lead, require_email, ...search }: Search): SignUpSearch => ({
  ...readLoginSearch(search),
  lead: typeof lead === 'string' ? lead : undefined,
  require_email: String(require_email) === '1' ? '1' : undefined,
})
const readToken = ({ token }: Search): { token?: string | undefined } => ({
  token: typeof token === 'string' && token !== '' ? token : undefined,
})

/** Redirects signed-in users away from these pages. */
export async function leaveWhenSignedIn({
  context,
  search,
}: {
  context: RouterContext
  search: LoginSearch
}) {
  if ((await context.session.check()) === 'valid') throw redirect({ href: search.next ?? '/' })
}

const login = createRoute({
  getParentRoute: () => bareRoute,
  path: '/login',
  validateSearch: readLoginSearch,
  beforeLoad: leaveWhenSignedIn,
  component: LoginPage,
})

const signUp = (path: '/signup' | '/signup/$') =>
  createRoute({
    getParentRoute: () => bareRoute,
    path,
    validateSearch: readSignUpSearch,
    beforeLoad: leaveWhenSignedIn,
    component: SignUp,
  })

/** The first registration step never redirects; it tells signed-in users that they have a login. */
const createAccount = createRoute({
  getParentRoute: () => bareRoute,
  path: '/registration/create-account',
  validateSearch: readSignUpSearch,
  component: SignUp,
})

const registration = createRoute({
  getParentRoute: () => bareRoute,
  path: '/registration',
  validateSearch: readSignUpSearch,
  beforeLoad: ({ search }) => {
    throw redirect({ to: '/registration/create-account', search })
  },
})

const acceptInvite = createRoute({
  getParentRoute: () => bareRoute,
  path: '/signup/invite/$code',
  component: lazyWithRetry(() => import('../team/invite-page.tsx'), 'InvitePage'),
})

const forgotPassword = createRoute({
  getParentRoute: () => bareRoute,
  path: '/forgot-password',
  component: lazyWithRetry(() => import('../auth/forgot-password-page.tsx'), 'ForgotPasswordPage'),
})

const resetPassword = createRoute({
  getParentRoute: () => bareRoute,
  path: '/password-reset-confirmation',
  validateSearch: readToken,
  component: lazyWithRetry(() => import('../auth/reset-password-page.tsx'), 'ResetPasswordPage'),
})

const verifyEmail = createRoute({
  getParentRoute: () => bareRoute,
  path: '/email-verification',
  validateSearch: readToken,
  component: lazyWithRetry(() => import('../auth/verify-email-page.tsx'), 'VerifyEmailPage'),
})

const documentViewer = createRoute({
  getParentRoute: () => bareRoute,
  path: '/document-viewer',
  validateSearch: ({ pdf_url, account }: Search): { pdf_url?: string; account?: string } => ({
    ...(typeof pdf_url === 'string' && { pdf_url }),
    ...(typeof account === 'string' && { account }),
  }),
  component: lazyWithRetry(() => import('../documents/document-viewer-page.tsx'), 'DocumentViewerPage'),
})

const checkYourEmail = createRoute({
  getParentRoute: () => personRoute,
  path: '/check-your-email',
  beforeLoad: ({ context }) => {
    if (context.session.snapshot().emailVerified) throw redirect({ to: '/' })
  },
  component: lazyWithRetry(() => import('../auth/check-your-email-page.tsx'), 'CheckYourEmailPage'),
})

const chooseAccountType = createRoute({
  getParentRoute: () => personRoute,
  path: '/choose-account-type',
  beforeLoad: ({ context }) => {
    if (!context.session.snapshot().emailVerified) throw redirect({ to: '/check-your-email' })
  },
  component: lazyWithRetry(() => import('../accounts/choose-account-type-page.tsx'), 'ChooseAccountTypePage'),
})

export const authRoutes = [
  login,
  signUp('/signup'),
  signUp('/signup/$'),
  createAccount,
  registration,
  acceptInvite,
  forgotPassword,
  resetPassword,
  verifyEmail,
  documentViewer,
] as const

export const personRoutes = [checkYourEmail, chooseAccountType] as const
