import { BookOpen } from 'lucide-react'
import { usePlatformName } from '../../session/account-context.ts'

/** On a record of an account of an accounting platform: where it is changed. */
export function KeptNote({
  what,
  isOnlyHere = false,
}: {
  what: 'invoice' | 'customer' | 'credit memo'
  /** True for a record that was kept when the company moved to books that don't have it. */
  isOnlyHere?: boolean
}) {
  const platform = usePlatformName()
  if (platform === null) return null
  const here = what === 'invoice' ? 'Collect it, void it or write it off here.' : 'Use it or void it here.'
  return (
    <p className="flex items-center gap-2 border-b border-line bg-sunken px-4 py-2.5 text-ink-2 md:px-6">
      <BookOpen className="text-ink-3" />
      {isOnlyHere
        ? `This ${what} is not in your books in ${platform}: you kept it when you moved to them. ${here}`
        : `Change this ${what} in ${platform}. It is read from there.`}
    </p>
  )
}
