import { useEffect } from 'react'
import { SessionProvider } from '../../session/session-context.tsx'
import { ToastProvider } from '../../ui/overlay/toast.tsx'
import { browserSession } from '../portal-session.ts'
import { PreviewFrame } from '../preview/preview-frame.tsx'
import { CustomerDocument } from './customer-document.tsx'

/** A customer's document in a staff preview. The preview banner and the viewer's own bar stay visible. */
export function PreviewedDocument({ address }: { address: string }) {
  useEffect(() => browserSession.start(), [])
  return (
    <SessionProvider session={browserSession.session}>
      <ToastProvider>
        <div className="flex h-dvh flex-col print:block print:h-auto">
          <PreviewFrame>
            <div className="min-h-0 flex-1 overflow-y-auto print:overflow-visible">
              <CustomerDocument address={address} />
            </div>
          </PreviewFrame>
        </div>
      </ToastProvider>
    </SessionProvider>
  )
}
