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
        With a login that you have elsewhere. Who is new here signs up with it.
      </CalmHeading>
      {loginOptions().providers.length > 0 ? (
        <ProviderButtons next={next} />
      ) : (
        <Note tone="info" title="No such login can be used here yet">
          Whoever runs this site has to set one up. Your password gets you in.
        </Note>
      )}
    </CalmPage>
  )
}
