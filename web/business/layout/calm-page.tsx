import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { cx } from '../../ui/cx.ts'
import { Link } from '../../ui/layout/link.tsx'
import { BrandMark } from '../../ui/theme/brand-mark.tsx'

/** Uses the portal's calm density while the page is shown. */
function useCalmDensity() {
  useLayoutEffect(() => {
    const { dataset } = document.documentElement
    dataset.density = 'calm'
    return () => {
      delete dataset.density
    }
  }, [])
}

/** A page outside the app's frame: the product's name, one sheet, and a line below it. */
export function CalmPage({
  children,
  head,
  foot,
  wide = false,
  privacy = false,
}: {
  children: ReactNode
  /** Step indicator below the product's name. */
  head?: ReactNode
  /** Link below the sheet to a related page. */
  foot?: ReactNode
  wide?: boolean | undefined
  /** Links to the privacy page, on pages that ask for personal data. */
  privacy?: boolean | undefined
}) {
  useCalmDensity()
  return (
    <div className="flex min-h-dvh flex-col items-center bg-paper px-4 pb-10">
      <header
        className={cx(
          'flex w-full flex-wrap items-center gap-4 py-6',
          wide ? 'max-w-180' : 'max-w-105 justify-center sm:pt-[10vh]',
        )}
      >
        <span className="flex items-center gap-2.5 text-16 font-semibold">
          <BrandMark className="size-6" />
          Quittance
        </span>
        {head}
      </header>
      <main id="main" tabIndex={-1} className={cx('w-full outline-none', wide ? 'max-w-180' : 'max-w-105')}>
        <div className="rounded-14 border border-line bg-surface p-5 shadow-low sm:p-8">{children}</div>
        {foot && <p className="mt-5 text-center text-ink-2">{foot}</p>}
        {privacy && (
          <p className="mt-3 text-center text-13">
            <Link href="/privacy" className="link-quiet text-ink-3">
              Privacy
            </Link>
          </p>
        )}
      </main>
    </div>
  )
}

/** Heading of a calm page. It names the browser tab and keeps the focus until a field takes it. */
export function CalmHeading({ title, children }: { title: string; children?: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="mb-6 grid gap-1.5">
      <title>{`${title} · Quittance`}</title>
      <h1 ref={heading} tabIndex={-1} className="text-24 font-semibold text-balance outline-none">
        {title}
      </h1>
      {children && <div className="text-ink-2">{children}</div>}
    </div>
  )
}

/** A link inside a sentence. */
export const inlineLink = 'font-medium text-brand underline underline-offset-3 hover:text-brand-strong'
