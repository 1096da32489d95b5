import type { ReactNode } from 'react'
import { Sheet } from '../../ui/layout/sheet.tsx'

/** A list of Home with its title. */
export function HomeCard({
  title,
  aside,
  children,
}: {
  title: string
  aside?: ReactNode
  children: ReactNode
}) {
  return (
    <Sheet label={title} className="min-w-0 max-lg:order-2">
      <div className="flex items-center justify-between gap-3 py-4 @min-md:px-6">
        <h2 className="text-16 font-semibold">{title}</h2>
        {aside}
      </div>
      {children}
    </Sheet>
  )
}
