import { FileQuestionMark } from 'lucide-react'
import { ButtonLink } from '../../ui/button-link.tsx'
import { MessagePage } from '../../ui/message-page.tsx'

/** Nothing lives at this address. */
export function NotFoundPage() {
  return (
    <MessagePage
      title="Page not found"
      icon={<FileQuestionMark />}
      actions={
        <ButtonLink href="/" variant="primary">
          Go to the dashboard
        </ButtonLink>
      }
    >
      The address may be mistyped, or what was here has been moved.
    </MessagePage>
  )
}
