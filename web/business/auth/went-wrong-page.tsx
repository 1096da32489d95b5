import { TriangleAlert } from 'lucide-react'
import { ButtonLink } from '../../ui/layout/button-link.tsx'
import { MessagePage } from '../../ui/layout/message-page.tsx'
import { loginOptions } from './login-options.ts'

/** Error page of a failed callback: the reason, a way to try again, and the support contact. */
export function WentWrongPage({ cause, retry }: { cause: string; retry: string }) {
  const { supportUrl } = loginOptions()
  return (
    <MessagePage
      title="Something went wrong."
      icon={<TriangleAlert />}
      actions={
        <>
          <ButtonLink href={retry} variant="primary">
            Try again
          </ButtonLink>
          {supportUrl && <ButtonLink href={supportUrl}>Contact support</ButtonLink>}
        </>
      }
    >
      <p role="alert">{cause}</p>
    </MessagePage>
  )
}
