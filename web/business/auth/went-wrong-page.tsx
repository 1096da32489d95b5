import { TriangleAlert } from 'lucide-react'
import { ButtonLink } from '../../ui/layout/button-link.tsx'
import { MessagePage } from '../../ui/layout/message-page.tsx'
import { waysIn } from './ways-in.ts'

/** Where somebody ends who comes back from elsewhere in vain: why, a way to try again, and one to get help. */
export function WentWrongPage({ cause, retry }: { cause: string; retry: string }) {
  const { supportUrl } = waysIn()
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
