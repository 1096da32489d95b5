import { Suspense } from 'react'
import { lazyWithRetry } from '../../ui/layout/lazy-with-retry.ts'
import { Link } from '../../ui/layout/link.tsx'
import { waysIn } from './ways-in.ts'

const Buttons = lazyWithRetry(() => import('./provider/provider-buttons.tsx'), 'ProviderButtons')

/** Below a form that takes a password: the providers that are set up. Nothing where there are none. */
export function OtherWays({ next }: { next?: string | undefined }) {
  const { providers, socialLogin } = waysIn()
  if (providers.length === 0) return null
  // As high as the buttons will be, so that nothing moves when they come.
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
