import { useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { roleCan } from '../../../../domain/people/roles.ts'
import { useAccount } from '../../../session/account-context.ts'
import { Link } from '../../../ui/layout/link.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { Note } from '../../../ui/text/note.tsx'
import { SETTINGS_PAGES } from './settings-pages.ts'

/** Frame of a settings page: heading, and navigation to the other pages. */
export function SettingsLayout({
  title,
  closed,
  readOnly = false,
  children,
}: {
  title: string
  /** Names who may open the page when this member may not. */
  closed?: string | false | undefined
  /** Explains why nothing can be changed. */
  readOnly?: boolean | undefined
  children?: ReactNode
}) {
  return (
    <>
      <PageHeader title={title} className="border-b border-line" />
      <div className="grid flex-1 max-lg:content-start lg:grid-cols-[13rem_minmax(0,1fr)]">
        <SettingsNavigation />
        <div className="grid max-w-page content-start">
          {(closed || readOnly) && (
            <Note className="mx-4 mt-4 max-w-180 md:mx-6">
              {closed || 'You can view these settings. Owners and admins can change them.'}
            </Note>
          )}
          {!closed && children}
        </div>
      </div>
    </>
  )
}

function SettingsNavigation() {
  const pathname = useLocation({ select: (location) => location.pathname })
  const { role } = useAccount()
  const bar = useRef<HTMLElement>(null)
  // On a narrow screen the list scrolls sideways.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs because the page changed
  useEffect(() => {
    const on = bar.current?.querySelector<HTMLElement>('[aria-current]')
    // Not scrollIntoView: in Chromium the first Tab would then go on from this link, past the skip link.
    if (on) bar.current!.scrollLeft = on.offsetLeft - (bar.current!.clientWidth - on.offsetWidth) / 2
  }, [pathname])
  const pages = SETTINGS_PAGES.filter(({ right }) => right === undefined || roleCan(role, right))
  return (
    <nav
      ref={bar}
      aria-label="Settings"
      className="relative border-line max-lg:overflow-x-auto max-lg:border-b max-lg:px-2 lg:border-e lg:px-3 lg:py-4"
    >
      <ul className="flex gap-0.5 max-lg:w-max lg:sticky lg:top-18 lg:flex-col">
        {pages.map(({ href, title }) => (
          <li key={href}>
            <Link
              href={href}
              aria-current={pathname === href || pathname.startsWith(`${href}/`) ? 'page' : undefined}
              className={
                'flex h-8 items-center rounded-6 px-3 font-medium whitespace-nowrap text-ink-2 hover:text-ink max-lg:h-11 max-lg:rounded-none max-lg:border-b-2 max-lg:border-transparent lg:hover:bg-quiet-tint ' +
                'aria-[current=page]:font-semibold aria-[current=page]:text-ink max-lg:aria-[current=page]:border-brand lg:aria-[current=page]:bg-quiet-tint'
              }
            >
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** One section of a settings page: description on the left, fields on the right. */
export function SettingsSection({
  title,
  description,
  children,
}: {
  title: string
  description?: ReactNode
  children: ReactNode
}) {
  return (
    <section
      aria-label={title}
      className="grid gap-x-10 gap-y-4 border-b border-line px-4 py-6 md:px-6 xl:grid-cols-[16rem_minmax(0,32rem)] calm:border-0 calm:px-0 calm:py-0 calm:xl:grid-cols-1"
    >
      <div>
        <h2 className="text-14 font-semibold">{title}</h2>
        {description && <p className="mt-1 max-w-110 text-ink-2">{description}</p>}
      </div>
      <div className="grid max-w-128 content-start gap-4 calm:max-w-none">{children}</div>
    </section>
  )
}
