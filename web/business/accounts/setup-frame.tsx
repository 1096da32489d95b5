import { Outlet, useLocation } from '@tanstack/react-router'
import { Suspense } from 'react'
import { StepIndicator } from '../../ui/layout/step-indicator.tsx'
import { CalmPage } from '../layout/calm-page.tsx'
import { PageSkeleton } from '../layout/page-skeleton.tsx'
import { useFocusOnNewPage } from '../layout/use-focus-on-new-page.ts'
import { courseAt } from './setup-course.ts'

/** Where the set-up stands on this page. */
export function SetupIndicator() {
  const pathname = useLocation({ select: (location) => location.pathname })
  return <StepIndicator className="w-full" label="Set-up" {...courseAt(pathname)} />
}

/** Shows a settings page as a step of the set-up, with only the step indicator around it. */
export function SetupFrame({ loading = false }: { loading?: boolean }) {
  const pathname = useLocation({ select: (location) => location.pathname })
  useFocusOnNewPage(pathname)
  return (
    <CalmPage wide head={<SetupIndicator />}>
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
