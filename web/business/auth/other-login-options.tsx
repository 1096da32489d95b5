import { Suspense } from 'react'
import { lazyWithRetry } from '../../ui/layout/lazy-with-retry.ts'
import { Link } from '../../ui/layout/link.tsx'
import { loginOptions } from './login-options.ts'

const Buttons = lazyWithRetry(() => import('./provider/provider-buttons.tsx'), 'ProviderButtons')

/**
 * Buttons of the configured identity providers, below a password form. Renders nothing when there are none.
 */
export function OtherLoginOptions({ next }: { next?: string | undefined }) {
  const { providers, socialLogin } = loginOptions()
  if (providers.length === 0) return null
  // Reserves the height of the buttons, so that nothing moves when they load.
  const height = `calc(${providers.length} * var(--control) + ${providers.length - 1} * 0.75rem)`
  return (
    <div className="mt-6">
      <p className="mb-5 flex items-center gap-3 text-13 text-ink-3 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or
      </p>
      <div style={{ minHeight: height }}>
        <Suspense>
          <Buttons next={next} />
        </Suspense>
      </div>
      {socialLogin && (
        <p className="mt-4 text-center">
          <Link
            href={next ? `/login-social?next=${encodeURIComponent(next)}` : '/login-social'}
            className="link-quiet text-13 text-brand"
          >
            Log in without a password
          </Link>
        </p>
      )}
    </div>
  )
}
