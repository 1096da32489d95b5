import { Outlet, useLocation } from '@tanstack/react-router'
import { Suspense } from 'react'
import { StepIndicator } from '../../ui/step-indicator.tsx'
import { CalmPage } from '../auth/calm-page.tsx'
import { PageSkeleton } from './page-skeleton.tsx'
import { useFocusOnNewPage } from './use-focus-on-new-page.ts'

/** Steps of the set-up after sign-up. The ids are those of the whole course: 2 is for an accounting platform. */
const STEPS = [
  { id: '1', name: 'Account' },
  { id: '3', name: 'Company' },
  { id: '6', name: 'Currency and time zone' },
] as const

/** The settings pages as steps of the set-up: nothing around them but where one is. */
export function SetupFrame({ loading = false }: { loading?: boolean }) {
  const pathname = useLocation({ select: (location) => location.pathname })
  useFocusOnNewPage(pathname)
  return (
    <CalmPage
      wide
      head={
        <StepIndicator
          className="w-full"
          label="Set-up"
          steps={STEPS}
          current={pathname.endsWith('account-settings') ? 2 : 1}
        />
      }
    >
      {loading ? (
        <PageSkeleton />
      ) : (
        <Suspense fallback={<PageSkeleton />}>
          <Outlet />
        </Suspense>
      )}
    </CalmPage>
  )
}
