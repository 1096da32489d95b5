import { getRouteApi } from '@tanstack/react-router'
import { Link } from '../../../ui/layout/link.tsx'
import { Note } from '../../../ui/text/note.tsx'
import { CalmHeading, CalmPage, inlineLink } from '../../layout/calm-page.tsx'
import { loginOptions } from '../login-options.ts'
import { ProviderButtons } from './provider-buttons.tsx'

const route = getRouteApi('/bare/login-social')

/** Logs in with an identity provider only. */
export function LoginSocialPage() {
  const { next } = route.useSearch()
  const toLogin = next === undefined ? '/login' : `/login?next=${encodeURIComponent(next)}`
  return (
    <CalmPage
      foot={
        <Link href={toLogin} className={inlineLink}>
          Log in with your password
        </Link>
      }
    >
      <CalmHeading title="Log in without a password">
        Use a login you already have elsewhere. New here? You’ll sign up with it.
      </CalmHeading>
      {loginOptions().providers.length > 0 ? (
        <ProviderButtons next={next} />
      ) : (
        <Note tone="info" title="No other login is set up yet">
          Log in with your password, or ask the operator of this site.
        </Note>
      )}
    </CalmPage>
  )
}
