import { FileQuestionMark } from 'lucide-react'
import { SignpostPage } from '../../ui/layout/signpost-page.tsx'

/** Nothing lives at this address. */
export function NotFoundPage() {
  return (
    <SignpostPage title="Page not found" icon={<FileQuestionMark />} href="/" label="Go to the dashboard">
      The address may be mistyped, or what was here has been moved.
    </SignpostPage>
  )
}
