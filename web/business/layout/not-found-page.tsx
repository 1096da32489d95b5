import { FileQuestionMark } from 'lucide-react'
import { SignpostPage } from '../../ui/layout/signpost-page.tsx'

/** Shown for unknown paths. */
export function NotFoundPage() {
  return (
    <SignpostPage title="Page not found" icon={<FileQuestionMark />} href="/" label="Go to the dashboard">
      Check the address. The page may have moved.
    </SignpostPage>
  )
}
