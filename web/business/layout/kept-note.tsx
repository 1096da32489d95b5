import { BookOpen } from 'lucide-react'
import { usePlatformName } from '../../session/account-context.ts'

/** On a record of an account of an accounting platform: where it is changed. */
export function KeptNote({ what }: { what: 'invoice' | 'customer' | 'credit memo' }) {
  const platform = usePlatformName()
  if (platform === null) return null
  return (
    <p className="flex items-center gap-2 border-b border-line bg-sunken px-4 py-2.5 text-ink-2 md:px-6">
      <BookOpen className="text-ink-3" />
      {`Change this ${what} in ${platform}. It is read from there.`}
    </p>
  )
}
