import { type ReactNode, Suspense, useState } from 'react'
import { t } from '../language/text.ts'
import { lazyWithRetry } from './lazy-with-retry.ts'
import { privacyAddress } from './privacy-address.ts'

/** Loaded when somebody wants another language. */
const LanguageChoice = lazyWithRetry(() => import('../language/language-choice.tsx'), 'LanguageChoice')

/** Footer of the portal with the product's line, legal links and the language. */
export function PortalFooter({ children }: { children?: ReactNode }) {
  const [choosing, setChoosing] = useState(false)
  return (
    <footer className="mx-auto flex max-w-page flex-wrap justify-between gap-x-6 gap-y-2 px-4 pb-8 text-13 text-ink-3 md:px-6">
      <span className="flex gap-x-4">
        {t('Powered by Quittance')}
        {/* The app's own pages refuse to be framed. */}
        <a href={privacyAddress()} target="_top" className="link-quiet">
          {t('Privacy')}
        </a>
        {/* A choice is a cookie, which browsers send from no frame on another website. */}
        {window.top !== window.self ? null : choosing ? (
          <Suspense>
            <LanguageChoice />
          </Suspense>
        ) : (
          <button type="button" className="link-quiet" onClick={() => setChoosing(true)}>
            {t('English')}
          </button>
        )}
      </span>
      {children}
    </footer>
  )
}
