import type { ReactNode } from 'react'
import { privacyAddress } from './privacy-address.ts'

/** Footer of the portal with the product's line and legal links. */
export function PortalFooter({ children }: { children?: ReactNode }) {
  return (
    <footer className="mx-auto flex max-w-page flex-wrap justify-between gap-x-6 gap-y-2 px-4 pb-8 text-13 text-ink-3 md:px-6">
      <span className="flex gap-x-4">
        Powered by Quittance
        {/* The app's own pages refuse to be framed. */}
        <a href={privacyAddress()} target="_top" className="link-quiet">
          Privacy
        </a>
      </span>
      {children}
    </footer>
  )
}
